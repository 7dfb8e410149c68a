/** Asks new social users for data the provider lacks, above all the date of birth (ACC-57, ACC-58). */
import { useHref, useLocale, useTranslations } from '../../locales/react.tsx';
import { address, withBack } from '../../pages/addresses.ts';
import { Button } from '../../pages/ui/Button.tsx';
import { Checkbox } from '../../pages/ui/Checkbox.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import { ApiError, api } from '../api.ts';
import { ownZone } from '../hereAndNow.ts';
import { withNotice } from '../notices.ts';
import { Refused } from '../Refused.tsx';
import { Form, textOf, useForm } from '../useForm.tsx';
import { Birthday, bornIn } from './sign/Birthday.tsx';
import { EmailField } from './sign/EmailField.tsx';

export type SocialAccountFormProps = {
  displayName: string | null;
  /** E-mail address confirmed by the provider. Null when the form must ask for it. */
  email: string | null;
  back: string | null;
};

const FIELDS = ['display_name', 'email', 'date_of_birth', 'guardian_consent'] as const;

export default function SocialAccountForm({ displayName, email, back }: SocialAccountFormProps) {
  const t = useTranslations('account');
  const locale = useLocale();
  const href = useHref();
  const form = useForm('POST /auth/social_account', async (values) => {
    try {
      const { message } = await api('POST /auth/social_account', {
        stay: true,
        body: {
          display_name: textOf(values, 'display_name'),
          date_of_birth: bornIn(values),
          guardian_consent: values.has('guardian_consent'),
          language: locale,
          timezone: ownZone(),
          notifications: { subscribe_to_emails: values.has('notifications.subscribe_to_emails') },
          ...(email === null ? { email: textOf(values, 'email') } : {}),
        },
      });
      return withNotice(back ?? href('/creator/stories'), message);
    } catch (error) {
      // The step has expired, or the server dropped it because the user is too young.
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      return href(withBack(address('/sign_in', {}, { query: { error_notice: error.message } }), back));
    }
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
        defaultValue={displayName ?? undefined}
        maxLength={60}
        autoComplete="nickname"
        required
        errors={errors.display_name}
      />
      {email === null && <EmailField autoComplete="email" errors={errors.email} />}
      <Birthday fields={errors} />
      <Checkbox name="notifications.subscribe_to_emails" data-subscription="">
        {t('subscribe')}
      </Checkbox>
      <Button type="submit" kind="filled" big wide busy={busy && t('signingUp')}>
        {t('signUp')}
      </Button>
    </Form>
  );
}
