/** Deletes the own account: says what happens, and asks for the password. 30 days to change one's mind. */
import { useHref, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { TextField } from '../pages/ui/Field.tsx';
import { api } from './api.ts';
import { withNotice } from './notices.ts';
import css from './profile/DeleteAccount.module.css';
import { Refused } from './Refused.tsx';
import { Form, textOf, useForm } from './useForm.tsx';

export type DeleteAccountProps = { email: string; hasPassword: boolean };

export default function DeleteAccount({ email, hasPassword }: DeleteAccountProps) {
  const t = useTranslations('settings');
  const href = useHref();
  const form = useForm('DELETE /user', async (values) => {
    const body = hasPassword ? { password: textOf(values, 'password') } : {};
    const { message } = await api('DELETE /user', { body });
    return withNotice(href('/'), message);
  });
  const { refusal, errors, busy } = form;

  return (
    <Form of={form} className={css.form}>
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
          errors={errors.password}
        />
      ) : (
        <p className={css.note}>{t('deleteFresh')}</p>
      )}
      <Button type="submit" kind="outlined" className={css.bad} busy={busy && t('deleting')}>
        {t('deleteDo')}
      </Button>
    </Form>
  );
}
