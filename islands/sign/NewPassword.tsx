import { useTranslations } from '../../locales/react.tsx';
import { TextField } from '../../pages/ui/Field.tsx';
import type { Refusal } from '../useRefusal.ts';

/** The code of the server's own check (ACC-16, ERR-37). */
const DIFFER = 'passwords_differ';

export type NewPasswords = { password: string; password_confirmation: string };

export const newPasswordsOf = (values: FormData): NewPasswords => ({
  password: String(values.get('password') ?? ''),
  password_confirmation: String(values.get('password_confirmation') ?? ''),
});

/** Null when both are the same; else what the server would say, in the same words. */
export function differing(given: NewPasswords, message: string): Refusal | null {
  if (given.password === given.password_confirmation) return null;
  return { code: DIFFER, message, fields: { password_confirmation: [message] } };
}

/** A new password, and the same again. */
export function NewPassword({ refusal }: { refusal: Refusal | null }) {
  const t = useTranslations('account');
  const again = refusal?.code === DIFFER ? [refusal.message] : refusal?.fields.password_confirmation;
  const common = { type: 'password', maxLength: 128, autoComplete: 'new-password', required: true } as const;
  return (
    <>
      <TextField
        {...common}
        label={t('newPassword')}
        hint={t('passwordHint')}
        name="password"
        minLength={10}
        errors={refusal?.fields.password}
      />
      <TextField {...common} label={t('repeatPassword')} name="password_confirmation" errors={again} />
    </>
  );
}
