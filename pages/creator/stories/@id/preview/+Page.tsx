import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Button } from '#pages/ui/Button.tsx';
import { SelectField, TextField } from '#pages/ui/Field.tsx';
import { PREVIEW_AGES } from '#server/domains/reading/reader/rules.ts';
import { StoryHead } from '../../StoryHead.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export default function Page({ data: { own, countries, chosen, isWrong } }: { data: Data }) {
  const t = useTranslations('previewAs');
  const href = useHref();
  const ages = {
    under13: t('ageOption.under13'),
    from13: t('ageOption.from13'),
    from16: t('ageOption.from16'),
  };
  return (
    <>
      <StoryHead story={own} current="preview" />
      <form
        className={css.form}
        method="get"
        action={href(address('/creator/stories/@id/preview', { id: own.id }))}
      >
        <div className={css.words}>
          <h2>{t('heading')}</h2>
          <p>{t('intro')}</p>
        </div>
        <SelectField
          label={t('country')}
          name="country"
          defaultValue={chosen.country}
          options={[
            { value: '', label: t('nowhereOption') },
            ...countries.map(({ code, label }) => ({ value: code, label })),
          ]}
        />
        <SelectField
          label={t('ageLabel')}
          hint={t('ageHint')}
          name="age"
          defaultValue={chosen.age}
          options={PREVIEW_AGES.map((age) => ({ value: age, label: ages[age] }))}
        />
        <SelectField
          label={t('walletLabel')}
          name="wallet"
          defaultValue={chosen.wallet}
          options={[
            { value: 'nothing', label: t('walletOption.nothing') },
            { value: 'everything', label: t('walletOption.everything') },
          ]}
        />
        <div className={css.moment}>
          <TextField
            type="date"
            label={t('date')}
            errors={isWrong ? [t('atInvalid')] : []}
            name="date"
            defaultValue={chosen.date}
          />
          <TextField
            label={t('time')}
            name="time"
            placeholder="HH:mm"
            maxLength={5}
            autoComplete="off"
            defaultValue={chosen.time}
          />
          <p className={css.hint}>{t('atHint')}</p>
        </div>
        <div>
          <Button type="submit" kind="filled" icon="eye" name="open" value="1">
            {t('open')}
          </Button>
        </div>
      </form>
    </>
  );
}
