/** Sign up (ACC-06). Without script the form posts by itself, and the guardian's consent is always shown. */
import { type FormEvent, useRef } from 'react';
import { useHref, useLocale, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { Checkbox } from '../pages/ui/Checkbox.tsx';
import { TextField } from '../pages/ui/Field.tsx';
import { Notice } from '../pages/ui/Notice.tsx';
import { api } from './api.ts';
import { Birthday, bornIn } from './sign/Birthday.tsx';
import css from './sign/Form.module.css';
import { focusFirstWrong, LEAVING, useAwake, useDeed } from './useRefusal.ts';

export default function SignUpForm({ back }: { back: string | null }) {
  const t = useTranslations('account');
  const locale = useLocale();
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const awake = useAwake();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const fine = await run(async () => {
      const { message } = await api('POST /users', {
        stay: true,
        body: {
          email: String(values.get('email')),
          password: String(values.get('password')),
          display_name: String(values.get('display_name')),
          date_of_birth: bornIn(values),
          guardian_consent: values.has('guardian_consent'),
          language: locale,
          notifications: { subscribe_to_emails: values.has('notifications.subscribe_to_emails') },
        },
      });
      const target = new URL(back ?? href('/creator/stories'), location.origin);
      target.searchParams.set('success_notice', message);
      location.assign(target);
      return LEAVING;
    });
    if (!fine) focusFirstWrong(form.current);
  };

  return (
    <form
      className={css.form}
      ref={form}
      method="post"
      action="/api/users"
      onSubmit={submit}
      noValidate={awake}
    >
      <input type="hidden" name="_locale" value={locale} />
      <input type="hidden" name="language" value={locale} />
      {back && <input type="hidden" name="_back" value={back} />}
      {refusal && Object.keys(refusal.fields).length === 0 && (
        <Notice kind="bad" urgent>
          {refusal.message}
        </Notice>
      )}
      <TextField
        label={t('displayName')}
        hint={t('displayNameHint')}
        name="display_name"
        maxLength={60}
        autoComplete="nickname"
        required
        errors={refusal?.fields.display_name}
      />
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
      <TextField
        label={t('password')}
        hint={t('passwordHint')}
        name="password"
        type="password"
        minLength={10}
        maxLength={128}
        autoComplete="new-password"
        required
        errors={refusal?.fields.password}
      />
      <Birthday fields={refusal?.fields} />
      <Checkbox name="notifications.subscribe_to_emails">{t('subscribe')}</Checkbox>
      <Button type="submit" kind="filled" big wide busy={busy && t('signingUp')}>
        {t('signUp')}
      </Button>
    </form>
  );
}
