import ChangePasswordForm from '../../islands/accounts/ChangePasswordForm.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import css from '../account/Account.module.css';
import { Breadcrumbs } from '../ui/Breadcrumbs.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { email, hasPassword } }: { data: Data }) {
  const t = useTranslations('account');
  const href = useHref();
  return (
    <div className={css.page}>
      <Breadcrumbs
        label={t('way')}
        items={[{ label: t('settings'), href: href('/settings') }, { label: t('changeTitle') }]}
      />
      <h1>{t('changeTitle')}</h1>
      <p className={css.note}>{hasPassword ? t('changeIntro') : t('firstPasswordIntro')}</p>
      <div className={css.narrow}>
        <Island
          name="ChangePasswordForm"
          component={ChangePasswordForm}
          props={{ email, hasPassword }}
          wake="touch"
        />
      </div>
    </div>
  );
}
