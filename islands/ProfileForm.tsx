/** The own profile (PRO-01, PRO-38). A new address counts once it is confirmed; a new language is that of the next page. */
import { type FormEvent, useRef } from 'react';
import { localizedPath } from '../locales/index.ts';
import { useLocale, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { type Option, SelectField, TextField } from '../pages/ui/Field.tsx';
import { Segmented } from '../pages/ui/Segmented.tsx';
import { api } from './api.ts';
import { Birthday, bornIn } from './sign/Birthday.tsx';
import css from './sign/Form.module.css';
import { Refused } from './sign/Refused.tsx';
import { focusFirstWrong, LEAVING, useAwake, useDeed } from './useRefusal.ts';

export type ProfileFormProps = {
  user: {
    display_name: string;
    name: string | null;
    website: string | null;
    email: string;
    pending_email: string | null;
    date_of_birth: string;
    timezone: string;
    language: 'en' | 'de';
  };
  timezones: readonly Option[];
};

const FIELDS = [
  'display_name',
  'name',
  'website',
  'email',
  'date_of_birth',
  'guardian_consent',
  'timezone',
  'language',
] as const;

export default function ProfileForm({ user, timezones }: ProfileFormProps) {
  const t = useTranslations('profile');
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();
  const awake = useAwake();
  const errors = refusal?.fields ?? {};

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? '');
    const fine = await run(async () => {
      const reply = await api('PUT /user/profile', {
        body: {
          display_name: text('display_name'),
          name: text('name'),
          website: text('website'),
          email: text('email'),
          date_of_birth: bornIn(values),
          timezone: text('timezone'),
          language: text('language') === 'de' ? 'de' : 'en',
          ...(values.has('guardian_consent') ? { guardian_consent: true } : {}),
        },
      });
      const notice = `?success_notice=${encodeURIComponent(reply.message)}`;
      location.assign(localizedPath(reply.user.language, `/profile_edit${notice}`));
      return LEAVING;
    });
    if (!fine) focusFirstWrong(form.current);
  };

  return (
    <form
      className={css.form}
      ref={form}
      method="post"
      action="/api/user/profile?_method=PUT"
      onSubmit={submit}
      noValidate={awake}
    >
      <input type="hidden" name="_locale" value={locale} />
      <Refused refusal={refusal} fields={FIELDS} />
      <TextField
        label={t('displayName')}
        hint={t('displayNameHint')}
        name="display_name"
        defaultValue={user.display_name}
        maxLength={60}
        autoComplete="nickname"
        required
        errors={errors.display_name}
      />
      <TextField
        label={t('name')}
        hint={t('nameHint')}
        name="name"
        defaultValue={user.name ?? ''}
        maxLength={120}
        autoComplete="name"
        errors={errors.name}
      />
      <TextField
        label={t('website')}
        name="website"
        type="url"
        defaultValue={user.website ?? ''}
        maxLength={300}
        placeholder="https://"
        autoComplete="url"
        errors={errors.website}
      />
      <TextField
        label={t('email')}
        hint={user.pending_email === null ? t('emailHint') : t('emailPending', { email: user.email })}
        name="email"
        type="email"
        defaultValue={user.pending_email ?? user.email}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        required
        errors={errors.email}
      />
      <Birthday born={user.date_of_birth} fields={refusal?.fields} />
      <SelectField
        label={t('timezone')}
        hint={t('timezoneHint')}
        name="timezone"
        defaultValue={user.timezone}
        options={timezones}
        errors={errors.timezone}
      />
      <Segmented
        legend={t('language')}
        name="language"
        defaultValue={user.language}
        options={[
          { value: 'en', label: 'English' },
          { value: 'de', label: 'Deutsch' },
        ]}
      />
      <Button type="submit" kind="filled" className={css.start} busy={busy && t('saving')}>
        {t('save')}
      </Button>
    </form>
  );
}
