/** Sign-up (ACC-06). Without a script, the form always shows the guardian's consent. */
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { Checkbox } from '../../pages/ui/Checkbox.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { api } from '../api.ts';
import { ownZone } from '../hereAndNow.ts';
import { withNotice } from '../notices.ts';
import { Refused } from '../Refused.tsx';
import { Form, textOf, useForm } from '../useForm.tsx';
import { Birthday, bornIn } from './sign/Birthday.tsx';
import { EmailField } from './sign/EmailField.tsx';

const FIELDS = ['display_name', 'email', 'password', 'date_of_birth', 'guardian_consent'] as const;

export default function SignUpForm({ back }: { back: string | null }) {
  const t = useTranslations('account');
  const locale = useLocale();
  const href = useHref();
  const form = useForm('POST /users', async (values) => {
    const { message } = await api('POST /users', {
      stay: true,
      body: {
        email: textOf(values, 'email'),
        password: textOf(values, 'password'),
        display_name: textOf(values, 'display_name'),
        date_of_birth: bornIn(values),
        guardian_consent: values.has('guardian_consent'),
        language: locale,
        timezone: ownZone(),
        notifications: { subscribe_to_emails: values.has('notifications.subscribe_to_emails') },
      },
    });
    return withNotice(back ?? href('/creator/stories'), message);
  });
  const { refusal, errors, busy } = form;

  return (
    <Form of={form} back={back}>
      <input type="hidden" name="language" value={locale} />
      <Refused refusal={refusal} fields={FIELDS} />
      <TextField
        label={t('displayName')}
        hint={t('displayNameHint')}
        name="display_name"
        maxLength={60}
        autoComplete="nickname"
        required
        errors={errors.display_name}
      />
      <EmailField autoComplete="email" errors={errors.email} />
      <TextField
        label={t('password')}
        hint={t('passwordHint')}
        name="password"
        type="password"
        minLength={10}
        maxLength={128}
        autoComplete="new-password"
        required
        errors={errors.password}
      />
      <Birthday fields={errors} />
      <Checkbox name="notifications.subscribe_to_emails">{t('subscribe')}</Checkbox>
      <Button type="submit" kind="filled" big wide busy={busy && t('signingUp')}>
        {t('signUp')}
      </Button>
    </Form>
  );
}
