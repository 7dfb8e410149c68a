/** Asks for a link to set a new password (ACC-09). Whether the address has an account is told to its owner alone, by mail. */
import { useHref, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { TextField } from '../pages/ui/Field.tsx';
import { api } from './api.ts';
import { Refused } from './sign/Refused.tsx';
import { Form, textOf, useForm, withNotice } from './useForm.tsx';

export default function ForgottenForm() {
  const t = useTranslations('account');
  const href = useHref();
  const form = useForm('POST /forgotten_passwords', async (values) => {
    const body = { email: textOf(values, 'email') };
    const { message } = await api('POST /forgotten_passwords', { body, stay: true });
    return withNotice(href('/sign_in'), message);
  });
  const { refusal, errors, busy } = form;

  return (
    <Form of={form}>
      <Refused refusal={refusal} fields={['email']} />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        errors={errors.email}
      />
      <Button type="submit" kind="filled" big wide busy={busy && t('sending')}>
        {t('sendLink')}
      </Button>
    </Form>
  );
}
