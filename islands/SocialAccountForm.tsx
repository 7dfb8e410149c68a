/** What a provider did not tell of somebody who is new here: above all the date of birth (ACC-57, ACC-58). */
import { type FormEvent, useRef } from 'react';
import { useHref, useLocale, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { Checkbox } from '../pages/ui/Checkbox.tsx';
import { TextField } from '../pages/ui/Field.tsx';
import { ApiError, api } from './api.ts';
import { Birthday, bornIn } from './sign/Birthday.tsx';
import css from './sign/Form.module.css';
import { Refused } from './sign/Refused.tsx';
import { focusFirstWrong, LEAVING, useAwake, useDeed } from './useRefusal.ts';

export type SocialAccountFormProps = {
  displayName: string | null;
  /** What the provider has confirmed; null has to be asked for. */
  email: string | null;
  back: string | null;
};

const FIELDS = ['display_name', 'email', 'date_of_birth', 'guardian_consent'] as const;

export default function SocialAccountForm({ displayName, email, back }: SocialAccountFormProps) {
  const t = useTranslations('account');
  const locale = useLocale();
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const awake = useAwake();

  const create = async (values: FormData) => {
    const { message } = await api('POST /auth/social_account', {
      stay: true,
      body: {
        display_name: String(values.get('display_name')),
        date_of_birth: bornIn(values),
        guardian_consent: values.has('guardian_consent'),
        language: locale,
        notifications: { subscribe_to_emails: values.has('notifications.subscribe_to_emails') },
        ...(email === null ? { email: String(values.get('email')) } : {}),
      },
    });
    const target = new URL(back ?? href('/creator/stories'), location.origin);
    target.searchParams.set('success_notice', message);
    location.assign(target);
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const fine = await run(async () => {
      try {
        await create(values);
      } catch (error) {
        // The step is over, by time or by age: there is nothing left to fill in here.
        if (!(error instanceof ApiError) || error.status !== 409) throw error;
        location.assign(href(`/sign_in?error_notice=${encodeURIComponent(error.message)}`));
      }
      return LEAVING;
    });
    if (!fine) focusFirstWrong(form.current);
  };

  return (
    <form
      className={css.form}
      ref={form}
      method="post"
      action="/api/auth/social_account"
      onSubmit={submit}
      noValidate={awake}
    >
      <input type="hidden" name="_locale" value={locale} />
      <input type="hidden" name="language" value={locale} />
      {back && <input type="hidden" name="_back" value={back} />}
      <Refused refusal={refusal} fields={FIELDS} />
      <TextField
        label={t('displayName')}
        hint={t('displayNameHint')}
        name="display_name"
        defaultValue={displayName ?? undefined}
        maxLength={60}
        autoComplete="nickname"
        required
        errors={refusal?.fields.display_name}
      />
      {email === null && (
        <TextField
          label={t('email')}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          errors={refusal?.fields.email}
        />
      )}
      <Birthday fields={refusal?.fields} />
      <Checkbox name="notifications.subscribe_to_emails" data-subscription="">
        {t('subscribe')}
      </Checkbox>
      <Button type="submit" kind="filled" big wide busy={busy && t('signingUp')}>
        {t('signUp')}
      </Button>
    </form>
  );
}
