/** Changes the password (ACC-11); whoever came by social sign-in alone sets the first one. */
import { type FormEvent, useRef } from 'react';
import { useHref, useLocale, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { TextField } from '../pages/ui/Field.tsx';
import { api } from './api.ts';
import css from './sign/Form.module.css';
import { NewPassword, newPasswordsOf, refuseDiffering } from './sign/NewPassword.tsx';
import { Refused } from './sign/Refused.tsx';
import { focusFirstWrong, LEAVING, useAwake, useDeed } from './useRefusal.ts';

export type ChangePasswordFormProps = {
  /** So that a password manager knows whose password this is. */
  email: string;
  hasPassword: boolean;
};

export default function ChangePasswordForm({ email, hasPassword }: ChangePasswordFormProps) {
  const t = useTranslations('account');
  const codes = useTranslations('codes');
  const locale = useLocale();
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const awake = useAwake();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const given = newPasswordsOf(values);
    const present = hasPassword ? { current_password: String(values.get('current_password') ?? '') } : {};
    const fine = await run(async () => {
      refuseDiffering(given, codes('passwords_differ'));
      const { message } = await api('PUT /user/passwords', { body: { ...present, ...given } });
      location.assign(href(`/settings?success_notice=${encodeURIComponent(message)}`));
      return LEAVING;
    });
    if (!fine) focusFirstWrong(form.current);
  };

  return (
    <form
      className={css.form}
      ref={form}
      method="post"
      action="/api/user/passwords?_method=PUT"
      onSubmit={submit}
      noValidate={awake}
    >
      <input type="hidden" name="_locale" value={locale} />
      <input type="hidden" name="_account" autoComplete="username" value={email} />
      <Refused refusal={refusal} fields={['current_password', 'password', 'password_confirmation']} />
      {hasPassword && (
        <TextField
          label={t('currentPassword')}
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          errors={refusal?.fields.current_password}
        />
      )}
      <NewPassword refusal={refusal} />
      <Button type="submit" kind="filled" className={css.start} busy={busy && t('saving')}>
        {t('savePassword')}
      </Button>
    </form>
  );
}
