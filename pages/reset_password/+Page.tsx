import ResetForm from '../../islands/accounts/ResetForm.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { withBack } from '../addresses.ts';
import css from '../sign_in/Sign.module.css';
import { Sign } from '../sign_in/Sign.tsx';
import { LinkButton } from '../ui/Button.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { token, back, covers } }: { data: Data }) {
  const t = useTranslations('account');
  const href = useHref();
  return (
    <Sign
      heading={t('resetTitle')}
      intro={token === null ? t('resetNoToken') : t('resetIntro')}
      covers={covers}
    >
      {token === null ? (
        <LinkButton kind="filled" big wide href={href(withBack('/forgotten_password', back))}>
          {t('askAgain')}
        </LinkButton>
      ) : (
        <Island name="ResetForm" component={ResetForm} props={{ token, back }} wake="touch" />
      )}
      <p className={css.other}>
        <a href={href(withBack('/sign_in', back))}>{t('backToSignIn')}</a>
      </p>
    </Sign>
  );
}
