import { useTranslations } from '../../../locales/react.tsx';
import { TextField } from '../../../pages/ui/Field.tsx';

export type EmailFieldProps = {
  /** `username` for signing in, `email` when the user enters the address for the first time. */
  autoComplete: 'username' | 'email';
  errors?: readonly string[] | undefined;
};

export function EmailField({ autoComplete, errors }: EmailFieldProps) {
  const t = useTranslations('account');
  return (
    <TextField
      label={t('email')}
      name="email"
      type="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      errors={errors}
    />
  );
}
