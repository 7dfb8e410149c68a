import SignUpForm from '../../islands/accounts/SignUpForm.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { withBack } from '../addresses.ts';
import { Agreement } from '../sign_in/Agreement.tsx';
import css from '../sign_in/Sign.module.css';
import { Sign } from '../sign_in/Sign.tsx';
import { Social } from '../sign_in/Social.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('account');
  const href = useHref();
  return (
    <Sign heading={t('signUp')} intro={t('signUpIntro')} covers={data.covers}>
      <Island name="SignUpForm" component={SignUpForm} props={{ back: data.back }} wake="touch" />
      <Agreement />
      <Social {...data.social} back={data.back} />
      <p className={css.other}>
        {t('alreadyHere')} <a href={href(withBack('/sign_in', data.back))}>{t('signIn')}</a>
      </p>
    </Sign>
  );
}
