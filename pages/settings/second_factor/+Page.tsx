import { useHref, useTranslations } from '../../../locales/react.tsx';
import account from '../../account/Account.module.css';
import { withBack } from '../../addresses.ts';
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx';
import { LinkButton } from '../../ui/Button.tsx';
import { Mark } from '../../ui/Mark.tsx';
import { Notice } from '../../ui/Notice.tsx';
import type { Data } from './+data.ts';
import { Choose } from './Choose.tsx';
import { Codes } from './Codes.tsx';
import { Factors } from './Factors.tsx';
import css from './Page.module.css';
import { SetUpApp } from './SetUpApp.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('factor');
  const href = useHref();
  const { factors, fresh, pending, shownCodes } = data;
  const { on } = factors;
  return (
    <div className={account.page}>
      <Breadcrumbs
        label={t('way')}
        items={[{ label: t('settings'), href: href('/settings') }, { label: t('title') }]}
      />
      <div className={css.head}>
        <h1>{t('title')}</h1>
        <Mark shape={on ? 'disc' : 'ring'}>{t(on ? 'on' : 'off')}</Mark>
      </div>
      <p className={css.lead}>
        {t('lead')} <span className={css.muted}>{t('leadAsked')}</span>
      </p>
      {data.isAdministrator && !on && <Notice kind="warn">{t('neededForAdministration')}</Notice>}
      {shownCodes && <Codes codes={shownCodes} step={on && !pending ? null : 3} />}
      {!shownCodes && data.back !== null && on && (
        <p>
          <LinkButton kind="filled" href={data.back}>
            {t('goOn')}
          </LinkButton>
        </p>
      )}
      {on && <Factors {...data} />}
      {fresh ? (
        <>
          {!on && <Choose {...data} />}
          {pending && <SetUpApp pending={pending} step={on ? null : 2} />}
        </>
      ) : (
        <Notice
          actions={
            <LinkButton href={href(withBack('/fresh_sign_in', href('/settings/second_factor')))}>
              {t('proveFirstDo')}
            </LinkButton>
          }
        >
          {t('proveFirst')}
        </Notice>
      )}
    </div>
  );
}
