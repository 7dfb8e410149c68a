import { useTranslations } from '../../../locales/react.tsx';
import { TextField } from '../../../pages/ui/Field.tsx';
import { ApiError } from '../../api.ts';
import type { FormState } from '../../useForm.tsx';

/** The same code as in the server's check (ACC-16, ERR-37). */
const DIFFER = 'passwords_differ';

export type NewPasswords = { password: string; password_confirmation: string };

export const newPasswordsOf = (values: FormData): NewPasswords => ({
  password: String(values.get('password') ?? ''),
  password_confirmation: String(values.get('password_confirmation') ?? ''),
});

/** Refuses before sending, in the same words as the server. */
export function refuseDiffering(given: NewPasswords, message: string): void {
  if (given.password === given.password_confirmation) return;
  throw new ApiError(422, DIFFER, message, { password_confirmation: [message] });
}

export function NewPassword({ form: { refusal, mend } }: { form: FormState }) {
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
        onInput={() => mend('password_confirmation')}
      />
      <TextField {...common} label={t('repeatPassword')} name="password_confirmation" errors={again} />
    </>
  );
}
