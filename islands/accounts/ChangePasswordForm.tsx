/** Changes the password (ACC-11). Users with only social sign-in set their first one here. */
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { api } from '../api.ts';
import { withToast } from '../notices.ts';
import { Refused } from '../Refused.tsx';
import { Form, textOf, useForm } from '../useForm.tsx';
import css from './sign/Form.module.css';
import { NewPassword, newPasswordsOf, refuseDiffering } from './sign/NewPassword.tsx';

export type ChangePasswordFormProps = {
  /** Tells password managers which account the password belongs to. */
  email: string;
  hasPassword: boolean;
};

export default function ChangePasswordForm({ email, hasPassword }: ChangePasswordFormProps) {
  const t = useTranslations('account');
  const codes = useTranslations('codes');
  const href = useHref();
  const form = useForm('PUT /user/passwords', async (values) => {
    const given = newPasswordsOf(values);
    const present = hasPassword ? { current_password: textOf(values, 'current_password') } : {};
    refuseDiffering(given, codes('passwords_differ'));
    const { message } = await api('PUT /user/passwords', { body: { ...present, ...given } });
    return withToast(href('/settings'), message);
  });
  const { refusal, errors, busy } = form;

  return (
    <Form of={form}>
      <input type="hidden" name="_account" autoComplete="username" value={email} />
      <Refused refusal={refusal} fields={['current_password', 'password', 'password_confirmation']} />
      {hasPassword && (
        <TextField
          label={t('currentPassword')}
          name="current_password"
          type="password"
          autoComplete="current-password"
          required
          errors={errors.current_password}
        />
      )}
      <NewPassword form={form} />
      <Button type="submit" kind="filled" className={css.start} busy={busy && t('saving')}>
        {t('savePassword')}
      </Button>
    </Form>
  );
}
