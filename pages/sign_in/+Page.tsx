import SignInForm from '../../islands/accounts/SignInForm.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { withBack } from '../addresses.ts';
import type { Data } from './+data.ts';
import css from './Sign.module.css';
import { Sign } from './Sign.tsx';
import { Social } from './Social.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('account');
  const href = useHref();
  return (
    <Sign heading={t('welcomeBack')} covers={data.covers}>
      <Island name="SignInForm" component={SignInForm} props={{ back: data.back }} wake="touch" />
      <p className={css.other}>
        <a href={href(withBack('/forgotten_password', data.back))}>{t('forgotten')}</a>
      </p>
      <Social {...data.social} back={data.back} />
      <p className={css.other}>
        {t('newHere')} <a href={href(withBack('/sign_up', data.back))}>{t('createAccount')}</a>
      </p>
    </Sign>
  );
}
