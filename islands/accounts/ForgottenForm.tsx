/** Requests a password reset link (ACC-09). Only the mail says whether the address has an account. */
import { useHref, useTranslations } from '../../locales/react.tsx';
import { withBack } from '../../pages/addresses.ts';
import { Button } from '../../pages/ui/Button.tsx';
import { api } from '../api.ts';
import { withNotice } from '../notices.ts';
import { Refused } from '../Refused.tsx';
import { Form, textOf, useForm } from '../useForm.tsx';
import { EmailField } from './sign/EmailField.tsx';

/** The mail carries `back`, so that its link finally leads there (ACC-53). */
export default function ForgottenForm({ back }: { back: string | null }) {
  const t = useTranslations('account');
  const href = useHref();
  const form = useForm('POST /forgotten_passwords', async (values) => {
    const body = { email: textOf(values, 'email'), ...(back === null ? {} : { back }) };
    const { message } = await api('POST /forgotten_passwords', { body, stay: true });
    return withNotice(href(withBack('/sign_in', back)), message);
  });
  const { refusal, errors, busy } = form;

  return (
    <Form of={form}>
      {back && <input type="hidden" name="back" value={back} />}
      <Refused refusal={refusal} fields={['email']} />
      <EmailField autoComplete="username" errors={errors.email} />
      <Button type="submit" kind="filled" big wide busy={busy && t('sending')}>
        {t('sendLink')}
      </Button>
    </Form>
  );
}
