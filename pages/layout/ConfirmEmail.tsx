import { ActionForm } from '../../islands/ActionForm.tsx';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import css from './ConfirmEmail.module.css';
import { useHere } from './useWayBack.ts';

/** Explains why publishing is blocked and resends the link. A plain form without a script. */
export function ConfirmEmail() {
  const t = useTranslations('account');
  const here = useHere();
  return (
    <aside className={css.place}>
      <Notice kind="warn" actions={<Resend back={here} />}>
        {t('unconfirmed')}
      </Notice>
    </aside>
  );
}

export function Resend({ back }: { back: string }) {
  const t = useTranslations('account');
  return (
    <ActionForm call="POST /user/confirm_email/resend" back={back}>
      <Button type="submit">{t('sendAgain')}</Button>
    </ActionForm>
  );
}
