import { ActionForm } from '../../islands/ActionForm.tsx';
import { formatDate } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { CONSENT_DAYS, mayUse } from '../../server/domains/accounts/consent/rules.ts';
import { address } from '../addresses.ts';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { StoredList } from './StoredList.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('cookies');
  const href = useHref();
  return (
    <Wrap as="main" id="main" className={css.main}>
      <h1>{t('title')}</h1>
      <p className={css.lead}>{t('lead')}</p>
      <section className={css.choice} aria-labelledby="choice">
        <h2 id="choice">{t('choice')}</h2>
        <Choice data={data} />
      </section>
      <StoredList />
      <p className={css.more}>
        {t.rich('more', {
          settings: (words) => <a href={href('/settings')}>{words}</a>,
          offline: (words) => <a href={href(address('/offline'))}>{words}</a>,
        })}
      </p>
    </Wrap>
  );
}

function Choice({ data: { isAsked, isMinor, consent } }: { data: Data }) {
  const t = useTranslations('cookies');
  if (!isAsked) return <Notice>{t('nothing')}</Notice>;
  if (isMinor) return <Notice>{t('minor')}</Notice>;
  const allows = mayUse('adverts', consent);
  const date = consent && formatDate(consent.day);
  return (
    <>
      <p className={css.answer} role="status">
        {date === null ? t('unanswered') : t(allows ? 'allowed' : 'refused', { date })}
      </p>
      <ActionForm call="POST /consent" page="/cookies">
        <div className={css.purpose}>
          <Checkbox toggle checked disabled readOnly>
            {t('needed')}
          </Checkbox>
          <p>{t('neededText')}</p>
        </div>
        <div className={css.purpose}>
          {/* Browsers do not send unticked boxes. */}
          <input type="hidden" name="adverts" value="false" />
          <Checkbox toggle name="adverts" defaultChecked={allows}>
            {t('adverts')}
          </Checkbox>
          <p>{t('advertsText')}</p>
        </div>
        <div className={css.acts}>
          <Button type="submit" name="adverts" value="false">
            {t('refuse')}
          </Button>
          <Button type="submit">{t('save')}</Button>
        </div>
        <p className={css.kept}>{t('kept', { days: CONSENT_DAYS })}</p>
      </ActionForm>
    </>
  );
}
