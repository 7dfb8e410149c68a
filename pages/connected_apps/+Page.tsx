import { useHref, useTranslations } from '../../locales/react.tsx';
import css from '../account/Account.module.css';
import { ConnectedApps } from '../account/ConnectedApps.tsx';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('settings');
  const href = useHref();
  return (
    <div className={css.page}>
      <Breadcrumbs
        label={t('way')}
        items={[{ label: t('title'), href: href('/settings') }, { label: t('apps') }]}
      />
      <h1>{t('apps')}</h1>
      <p className={css.note}>{t('appsNote')}</p>
      <ConnectedApps
        apps={data.apps}
        timezone={data.timezone}
        emailConfirmed={data.emailConfirmed}
        back="/connected_apps"
      />
    </div>
  );
}
