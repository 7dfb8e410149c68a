import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import { Resend } from '../layout/ConfirmEmail.tsx';
import css from '../sign_in/Sign.module.css';
import { Sign } from '../sign_in/Sign.tsx';
import { Button } from '../ui/Button.tsx';
import { withBack } from '../ui/withBack.ts';
import type { Data } from './+data.ts';

/** The form is sent by itself as soon as a script runs; the page without a token is where a link that failed leads to. */
export default function Page({ data }: { data: Data }) {
  const t = useTranslations('account');
  const href = useHref();
  const locale = useLocale();
  const { token, mayResend, signedIn, covers } = data;
  return (
    <Sign
      heading={t('confirmTitle')}
      intro={token === null ? t('confirmNoToken') : t('confirmIntro')}
      covers={covers}
    >
      {token !== null && (
        <form method="post" action="/api/user/confirm_email" data-at-once="">
          <input type="hidden" name="_locale" value={locale} />
          <input type="hidden" name="token" value={token} />
          <Button type="submit" kind="filled" big wide>
            {t('confirmDo')}
          </Button>
        </form>
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
