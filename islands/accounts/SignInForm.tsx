/** Sign-in (ACC-07). Without a script, the form posts and the server redirects. */
import { useHref, useTranslations } from '../../locales/react.tsx';
import { withBack } from '../../pages/addresses.ts';
import { Button } from '../../pages/ui/Button.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { ApiError, api } from '../api.ts';
import { withNotice } from '../notices.ts';
import { Refused } from '../Refused.tsx';
import { Form, textOf, useForm } from '../useForm.tsx';
import { EmailField } from './sign/EmailField.tsx';
import css from './sign/Form.module.css';

/** The password was right. A cookie holds the ticket for the next step. */
const isSecondStep = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'second_factor_needed';

export default function SignInForm({ back }: { back: string | null }) {
  const t = useTranslations('account');
  const href = useHref();
  const form = useForm('POST /auth/mail', async (values) => {
    const body = { email: textOf(values, 'email'), password: textOf(values, 'password') };
    try {
      const { message } = await api('POST /auth/mail', { body, stay: true });
      return withNotice(back ?? href('/creator/stories'), message);
    } catch (error) {
      if (!isSecondStep(error)) throw error;
      return href(withBack('/sign_in/second_factor', back));
    }
  });
  const { refusal, errors, busy } = form;

  return (
    <Form of={form} back={back}>
      <Refused
        refusal={refusal}
        fields={['email', 'password']}
        more={
          refusal?.code === 'sign_in_failed' && (
            <a className={css.link} href={href(withBack('/forgotten_password', back))}>
              {t('setNew')}
            </a>
          )
        }
      />
      <EmailField autoComplete="username" errors={errors.email} />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        errors={errors.password}
      />
      <Button type="submit" kind="filled" big wide busy={busy && t('signingIn')}>
        {t('signIn')}
      </Button>
    </Form>
  );
}
