/** Sign up (ACC-06). Without script the form posts by itself, and the guardian's consent is always shown. */
import { type FormEvent, useRef, useState } from 'react';
import { useHref, useLocale, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { Checkbox } from '../pages/ui/Checkbox.tsx';
import { Field, TextField } from '../pages/ui/Field.tsx';
import { FieldGroup } from '../pages/ui/FieldGroup.tsx';
import { Notice } from '../pages/ui/Notice.tsx';
import { api } from './api.ts';
import { joinDate, needsConsent } from './sign/birthday.ts';
import css from './sign/Form.module.css';
import { focusFirstWrong, LEAVING, useAwake, useDeed } from './useRefusal.ts';

const bornIn = (values: FormData): string => {
  const part = (name: string) => String(values.get(`date_of_birth.${name}`) ?? '');
  return joinDate({ year: part('year'), month: part('month'), day: part('day') });
};

export default function SignUpForm({ back }: { back: string | null }) {
  const t = useTranslations('account');
  const locale = useLocale();
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const [asksConsent, setAsksConsent] = useState<boolean | null>(null);
  const { refusal, busy, run } = useDeed();
  const awake = useAwake();
  const wrongDate = refusal?.fields.date_of_birth ? true : undefined;
  const showsConsent = asksConsent === true || refusal?.fields.guardian_consent !== undefined;

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

  const onBirthday = () => {
    if (form.current === null) return;
    const today = new Date().toISOString().slice(0, 10);
    setAsksConsent(needsConsent(bornIn(new FormData(form.current)), today));
  };

  const part = (name: 'month' | 'day' | 'year', length: number) => (
    <Field label={t(name)}>
      {(bound) => (
        <input
          {...bound}
          name={`date_of_birth.${name}`}
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={length}
          autoComplete={`bday-${name}`}
          required
          onChange={onBirthday}
          aria-invalid={wrongDate}
        />
      )}
    </Field>
  );

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
      <FieldGroup legend={t('dateOfBirth')} errors={refusal?.fields.date_of_birth}>
        {part('month', 2)}
        {part('day', 2)}
        {part('year', 4)}
      </FieldGroup>
      <div
        className={asksConsent === null && !showsConsent ? css.unknown : undefined}
        hidden={asksConsent === false && !showsConsent}
      >
        <Checkbox
          name="guardian_consent"
          tinted
          note={t('consentNote')}
          errors={refusal?.fields.guardian_consent}
        >
          {t('consent')}
        </Checkbox>
      </div>
      <Checkbox name="notifications.subscribe_to_emails">{t('subscribe')}</Checkbox>
      <Button type="submit" kind="filled" big wide busy={busy && t('signingUp')}>
        {t('signUp')}
      </Button>
    </form>
  );
}
