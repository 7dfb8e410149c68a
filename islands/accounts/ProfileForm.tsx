/** The user's own profile (PRO-01, PRO-38). A new e-mail address needs confirmation. */
import { type ChangeEvent, useState } from 'react';
import { localizedPath } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { type Option, SelectField, TextArea, TextField } from '../../pages/ui/Field.tsx';
import { Segmented } from '../../pages/ui/Segmented.tsx';
import { BIO_MAX_LENGTH } from '../../server/domains/accounts/accounts/rules.ts';
import { LOCALES, type Locale, localeOr, locales } from '../../server/lib/locale.ts';
import { api } from '../api.ts';
import { withToast } from '../notices.ts';
import { Refused } from '../Refused.tsx';
import { Form, textOf, useForm } from '../useForm.tsx';
import { Birthday, bornIn } from './sign/Birthday.tsx';
import css from './sign/Form.module.css';

export type ProfileFormProps = {
  user: {
    display_name: string;
    name: string | null;
    website: string | null;
    bio: string | null;
    email: string;
    pending_email: string | null;
    date_of_birth: string;
    timezone: string;
    language: Locale;
    has_password: boolean;
  };
  /** Passed on the server only. The browser reads this long list from the page. */
  timezones?: readonly Option[];
};

const FIELDS = [
  'display_name',
  'name',
  'website',
  'bio',
  'email',
  'current_password',
  'date_of_birth',
  'guardian_consent',
  'timezone',
  'language',
] as const;

export default function ProfileForm({ user, timezones }: ProfileFormProps) {
  const t = useTranslations('profile');
  const [zones] = useState(() => timezones ?? optionsOf('timezone'));
  const [isNewAddress, setIsNewAddress] = useState<boolean | null>(null);
  const form = useForm('PUT /user/profile', async (values) => {
    const { user: next, message } = await api('PUT /user/profile', {
      body: {
        display_name: textOf(values, 'display_name'),
        name: textOf(values, 'name'),
        website: textOf(values, 'website'),
        bio: textOf(values, 'bio'),
        email: textOf(values, 'email'),
        current_password: textOf(values, 'current_password'),
        date_of_birth: bornIn(values),
        timezone: textOf(values, 'timezone'),
        language: localeOr(textOf(values, 'language')),
        ...(values.has('guardian_consent') ? { guardian_consent: true } : {}),
      },
    });
    return withToast(localizedPath(next.language, '/profile_edit'), message);
  });
  const { refusal, errors, busy } = form;
  const asksPassword = isNewAddress === true || errors.current_password !== undefined;

  const addressChanged = (event: ChangeEvent<HTMLInputElement>) => {
    const typed = event.currentTarget.value.trim().toLowerCase();
    const known = [user.email, user.pending_email].some((address) => address?.toLowerCase() === typed);
    setIsNewAddress(!known);
  };

  return (
    <Form of={form}>
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
      <TextArea
        label={t('bio')}
        hint={t('bioHint')}
        name="bio"
        rows={5}
        defaultValue={user.bio ?? ''}
        maxLength={BIO_MAX_LENGTH}
        errors={errors.bio}
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
        onChange={addressChanged}
      />
      <div
        className={isNewAddress === null && !asksPassword ? css.unknown : undefined}
        hidden={isNewAddress === false && !asksPassword}
      >
        {user.has_password ? (
          <TextField
            label={t('currentPassword')}
            hint={t('currentPasswordHint')}
            name="current_password"
            type="password"
            autoComplete="current-password"
            errors={errors.current_password}
          />
        ) : (
          <p className={css.note}>{t('emailFresh')}</p>
        )}
      </div>
      <Birthday born={user.date_of_birth} fields={errors} />
      <SelectField
        label={t('timezone')}
        hint={t('timezoneHint')}
        name="timezone"
        defaultValue={user.timezone}
        options={zones}
        errors={errors.timezone}
      />
      <Segmented
        legend={t('language')}
        name="language"
        defaultValue={user.language}
        options={LOCALES.map((value) => ({ value, label: locales[value].name }))}
      />
      <Button type="submit" kind="filled" className={css.start} busy={busy && t('saving')}>
        {t('save')}
      </Button>
    </Form>
  );
}

const optionsOf = (name: string): Option[] => {
  const options = document.querySelectorAll<HTMLOptionElement>(`select[name=${name}] option`);
  return [...options].map(({ value, label }) => ({ value, label }));
};
