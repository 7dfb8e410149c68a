/** Asks for a link to set a new password (ACC-09). Whether the address has an account is told to its owner alone, by mail. */
import { type FormEvent, useRef } from 'react';
import { useHref, useLocale, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { TextField } from '../pages/ui/Field.tsx';
import { api } from './api.ts';
import css from './sign/Form.module.css';
import { Refused } from './sign/Refused.tsx';
import { focusFirstWrong, LEAVING, useAwake, useDeed } from './useRefusal.ts';

export default function ForgottenForm() {
  const t = useTranslations('account');
  const locale = useLocale();
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const awake = useAwake();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email'));
    const fine = await run(async () => {
      const { message } = await api('POST /forgotten_passwords', { body: { email }, stay: true });
      location.assign(href(`/sign_in?success_notice=${encodeURIComponent(message)}`));
      return LEAVING;
    });
    if (!fine) focusFirstWrong(form.current);
  };

  return (
    <form
      className={css.form}
      ref={form}
      method="post"
      action="/api/forgotten_passwords"
      onSubmit={submit}
      noValidate={awake}
    >
      <input type="hidden" name="_locale" value={locale} />
      <Refused refusal={refusal} fields={['email']} />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        errors={refusal?.fields.email}
      />
      <Button type="submit" kind="filled" big wide busy={busy && t('sending')}>
        {t('sendLink')}
      </Button>
    </form>
  );
}
