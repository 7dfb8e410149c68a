import { ActionForm } from '../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { withBack } from '../addresses.ts';
import { Resend } from '../layout/ConfirmEmail.tsx';
import css from '../sign_in/Sign.module.css';
import { Sign } from '../sign_in/Sign.tsx';
import { Button } from '../ui/Button.tsx';
import type { Data } from './+data.ts';

/** A script sends the form at once. Failed links lead here without a token. */
export default function Page({ data }: { data: Data }) {
  const t = useTranslations('account');
  const href = useHref();
  const { token, mayResend, signedIn, covers } = data;
  return (
    <Sign
      heading={t('confirmTitle')}
      intro={token === null ? t('confirmNoToken') : t('confirmIntro')}
      covers={covers}
    >
      {token !== null && (
        <ActionForm call="POST /user/confirm_email" data-at-once="">
          <input type="hidden" name="token" value={token} />
          <Button type="submit" kind="filled" big wide>
            {t('confirmDo')}
          </Button>
        </ActionForm>
      )}
      {token === null && mayResend && <Resend back={href('/settings')} />}
      <p className={css.other}>
        {signedIn ? (
          <a href={href('/settings')}>{t('toSettings')}</a>
        ) : (
          <a href={href(withBack('/sign_in', href('/settings')))}>{t('signInToResend')}</a>
        )}
      </p>
    </Sign>
  );
}
