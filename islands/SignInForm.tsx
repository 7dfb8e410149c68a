/** Sign in (ACC-07). Without script the form posts by itself and the server answers with a redirect. */
import { type FormEvent, useRef } from 'react';
import { useHref, useLocale, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { TextField } from '../pages/ui/Field.tsx';
import { api } from './api.ts';
import css from './sign/Form.module.css';
import { Refused } from './sign/Refused.tsx';
import { focusFirstWrong, LEAVING, useAwake, useDeed } from './useRefusal.ts';

/** `back`: where to go afterwards, a path of this site that the server has checked. */
export default function SignInForm({ back }: { back: string | null }) {
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
      const body = { email: String(values.get('email')), password: String(values.get('password')) };
      const { message } = await api('POST /auth/mail', { body, stay: true });
      const target = new URL(back ?? href('/creator/stories'), location.origin);
      if (message !== undefined) target.searchParams.set('success_notice', message);
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
      action="/api/auth/mail"
      onSubmit={submit}
      noValidate={awake}
    >
      <input type="hidden" name="_locale" value={locale} />
      {back && <input type="hidden" name="_back" value={back} />}
      <Refused
        refusal={refusal}
        fields={['email', 'password']}
        more={
          refusal?.code === 'sign_in_failed' && (
            <a className={css.link} href={href('/forgotten_password')}>
              {t('setNew')}
            </a>
          )
        }
      />
      <TextField
        label={t('email')}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        errors={refusal?.fields.email}
      />
      <TextField
        label={t('password')}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        errors={refusal?.fields.password}
      />
      <Button type="submit" kind="filled" big wide busy={busy && t('signingIn')}>
        {t('signIn')}
      </Button>
    </form>
  );
}
