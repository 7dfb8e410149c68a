import { ActionForm } from '#islands/ActionForm.tsx';
import { formatDate, formatTime } from '#locales/index.ts';
import { useLocale, useTranslations } from '#locales/react.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Checkbox } from '#pages/ui/Checkbox.tsx';
import { Disclosure } from '#pages/ui/Disclosure.tsx';
import { SelectField, TextField } from '#pages/ui/Field.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { HOLDER_MAX_LENGTH } from '#server/domains/income/payouts/rules.ts';
import { COUNTRIES } from '#server/domains/publishing/countries/rules.ts';
import type { Data } from './+data.ts';
import { Account } from './Ask.tsx';
import css from './Page.module.css';

export function Destination({ data: { destinations, zone } }: { data: Data }) {
  const t = useTranslations('payouts');
  const { current, waiting } = destinations;
  return (
    <section aria-labelledby="where" className={css.slip}>
      <h2 id="where">{t('where')}</h2>
      {current && (
        <dl className={css.facts}>
          <dt>{t('name')}</dt>
          <dd>
            <bdi>{current.guardian ? t('ofGuardian', { name: current.holder }) : current.holder}</bdi>
          </dd>
          <dt>{t('bank')}</dt>
          <dd>
            <Account of={current} />
          </dd>
        </dl>
      )}
      {!current && !waiting && <p>{t('noDestination')}</p>}
      {waiting && (
        <>
          <Notice kind="warn" icon="clock-4">
            <p>
              <b>{t('waits')}</b>{' '}
              {t(current ? 'waitsText' : 'waitsFirst', {
                number: waiting.last_four,
                date: formatDate(waiting.valid_from, zone),
                time: formatTime(waiting.valid_from, zone),
              })}
            </p>
          </Notice>
          <ActionForm call="DELETE /user/payout_destination">
            <Button type="submit" kind="danger">
              {t('notMe')}
            </Button>
          </ActionForm>
        </>
      )}
      <Disclosure summary={current || waiting ? t('changeOther') : t('change')}>
        <NameAccount />
      </Disclosure>
    </section>
  );
}

function NameAccount() {
  const t = useTranslations('payouts');
  const locale = useLocale();
  const names = new Intl.DisplayNames([locale], { type: 'region' });
  const countries = COUNTRIES.map((value) => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    a.label.localeCompare(b.label, locale),
  );
  return (
    <ActionForm call="PUT /user/payout_destination" className={css.form} id="name-account">
      <TextField
        label={t('holder')}
        name="holder"
        required
        maxLength={HOLDER_MAX_LENGTH}
        autoComplete="off"
        dir="auto"
      />
      <SelectField
        label={t('country')}
        name="country"
        required
        options={[{ value: '', label: t('chooseCountry') }, ...countries]}
      />
      <TextField label={t('iban')} name="iban" maxLength={50} autoComplete="off" spellCheck={false} />
      <p className={css.small}>{t('or')}</p>
      <TextField label={t('account')} name="account" maxLength={50} autoComplete="off" spellCheck={false} />
      <TextField
        label={t('routing')}
        hint={t('routingHint')}
        name="routing"
        maxLength={50}
        autoComplete="off"
        spellCheck={false}
      />
      <Checkbox name="guardian" note={t('guardianNote')}>
        {t('guardian')}
      </Checkbox>
      <div>
        <Button type="submit">{t('save')}</Button>
      </div>
    </ActionForm>
  );
}
