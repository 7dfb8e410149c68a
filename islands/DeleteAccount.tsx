/** Deletes the own account: says what happens, and asks for the password. 30 days to change one's mind. */
import { type FormEvent, useRef } from 'react';
import { useHref, useLocale, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { TextField } from '../pages/ui/Field.tsx';
import { api } from './api.ts';
import css from './profile/DeleteAccount.module.css';
import { Refused } from './sign/Refused.tsx';
import { focusFirstWrong, LEAVING, useAwake, useDeed } from './useRefusal.ts';

export type DeleteAccountProps = { email: string; hasPassword: boolean };

export default function DeleteAccount({ email, hasPassword }: DeleteAccountProps) {
  const t = useTranslations('settings');
  const locale = useLocale();
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const awake = useAwake();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const fine = await run(async () => {
      const body = hasPassword ? { password: String(values.get('password') ?? '') } : {};
      const { message } = await api('DELETE /user', { body });
      location.assign(href(`/?success_notice=${encodeURIComponent(message)}`));
      return LEAVING;
    });
    if (!fine) focusFirstWrong(form.current);
  };

  return (
    <form
      className={css.form}
      ref={form}
      method="post"
      action="/api/user?_method=DELETE"
      onSubmit={submit}
      noValidate={awake}
    >
      <input type="hidden" name="_locale" value={locale} />
      <input type="hidden" name="_account" autoComplete="username" value={email} />
      <ul className={css.facts}>
        <li>{t('deleteSignsOut')}</li>
        <li>{t('deleteStories')}</li>
        <li>{t('deleteWait')}</li>
        <li>{t('deleteLedger')}</li>
      </ul>
      <Refused refusal={refusal} fields={['password']} />
      {hasPassword ? (
        <TextField
          label={t('password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
          errors={refusal?.fields.password}
        />
      ) : (
        <p className={css.note}>{t('deleteFresh')}</p>
      )}
      <Button type="submit" kind="outlined" className={css.bad} busy={busy && t('deleting')}>
        {t('deleteDo')}
      </Button>
    </form>
  );
}
