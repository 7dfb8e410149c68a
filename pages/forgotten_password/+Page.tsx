import ForgottenForm from '../../islands/accounts/ForgottenForm.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { withBack } from '../addresses.ts';
import css from '../sign_in/Sign.module.css';
import { Sign } from '../sign_in/Sign.tsx';
import type { Data } from './+data.ts';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('account');
  const href = useHref();
  return (
    <Sign heading={t('forgottenTitle')} intro={t('forgottenIntro')} covers={data.covers}>
      <Island name="ForgottenForm" component={ForgottenForm} props={{ back: data.back }} wake="touch" />
      <p className={css.other}>
        <a href={href(withBack('/sign_in', data.back))}>{t('backToSignIn')}</a>
      </p>
    </Sign>
  );
}
