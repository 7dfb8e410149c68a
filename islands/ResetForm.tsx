/** Sets a new password by the token of a mailed link (ACC-10, ACC-15). */
import { type FormEvent, useRef } from 'react';
import { useHref, useLocale, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { api } from './api.ts';
import css from './sign/Form.module.css';
import { NewPassword, newPasswordsOf, refuseDiffering } from './sign/NewPassword.tsx';
import { Refused } from './sign/Refused.tsx';
import { focusFirstWrong, LEAVING, useAwake, useDeed } from './useRefusal.ts';

export default function ResetForm({ token }: { token: string }) {
  const t = useTranslations('account');
  const codes = useTranslations('codes');
  const locale = useLocale();
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const awake = useAwake();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = newPasswordsOf(new FormData(event.currentTarget));
    const fine = await run(async () => {
      refuseDiffering(given, codes('passwords_differ'));
      const { message } = await api('POST /user/reset_passwords', {
        body: { token, ...given },
        stay: true,
      });
      location.assign(href(`/sign_in?success_notice=${encodeURIComponent(message)}`));
      return LEAVING;
    });
    if (!fine) focusFirstWrong(form.current);
  };

  const isOver = refusal?.code === 'link_expired' || refusal?.fields.token !== undefined;
  return (
    <form
      className={css.form}
      ref={form}
      method="post"
      action="/api/user/reset_passwords"
      onSubmit={submit}
      noValidate={awake}
    >
      <input type="hidden" name="_locale" value={locale} />
      <input type="hidden" name="token" value={token} />
      <Refused
        refusal={refusal}
        fields={['password', 'password_confirmation']}
        more={
          isOver && (
            <a className={css.link} href={href('/forgotten_password')}>
              {t('askAgain')}
            </a>
          )
        }
      />
      <NewPassword refusal={refusal} />
      <Button type="submit" kind="filled" big wide busy={busy && t('saving')}>
        {t('savePassword')}
      </Button>
    </form>
  );
}
