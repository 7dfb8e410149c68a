import { useTranslations } from '../../../locales/react.tsx';
import { TextField } from '../../../pages/ui/Field.tsx';

export type EmailFieldProps = {
  /** `username` where it says who is asking, `email` where it is told for the first time. */
  autoComplete: 'username' | 'email';
  errors?: readonly string[] | undefined;
};

/** One's own address, as every form of accounts asks for it. */
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
