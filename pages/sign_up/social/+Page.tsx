import SocialAccountForm from '../../../islands/accounts/SocialAccountForm.tsx';
import { Island } from '../../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { withBack } from '../../addresses.ts';
import { Agreement } from '../../sign_in/Agreement.tsx';
import css from '../../sign_in/Sign.module.css';
import { Sign } from '../../sign_in/Sign.tsx';
import type { Data } from './+data.ts';

/** Asks for the date of birth, which no provider gives us (ACC-57). */
export default function Page({ data: { label, form, covers } }: { data: Data }) {
  const t = useTranslations('account');
  const href = useHref();
  const intro =
    form.email === null
      ? t('socialIntro', { name: label })
      : t('socialIntroEmail', { name: label, email: form.email });
  return (
    <Sign heading={t('socialTitle')} intro={intro} covers={covers}>
      <Island
        name="SocialAccountForm"
        component={SocialAccountForm}
        props={{ displayName: form.displayName, email: form.email, back: form.back }}
        wake="touch"
      />
      <Agreement />
      <p className={css.other}>
        <a href={href(withBack('/sign_in', form.back))}>{t('cancel')}</a>
      </p>
    </Sign>
  );
}
