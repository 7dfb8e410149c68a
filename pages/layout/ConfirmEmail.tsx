import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import css from './ConfirmEmail.module.css';
import { useFrame } from './context.ts';

/** Says why nothing can be published yet, and sends the link again; a plain form, so that it needs no script. */
export function ConfirmEmail() {
  const t = useTranslations('account');
  const { path } = useFrame();
  const href = useHref();
  return (
    <aside className={css.place}>
      <Notice kind="warn" actions={<Resend back={href(path)} />}>
        {t('unconfirmed')}
      </Notice>
    </aside>
  );
}

/** `back`: the page to return to, with its language. */
export function Resend({ back }: { back: string }) {
  const t = useTranslations('account');
  const locale = useLocale();
  return (
    <form method="post" action="/api/user/confirm_email/resend">
      <input type="hidden" name="_locale" value={locale} />
      <input type="hidden" name="_back" value={back} />
      <Button type="submit">{t('sendAgain')}</Button>
    </form>
  );
}
