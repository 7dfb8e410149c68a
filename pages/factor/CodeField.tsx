import { useTranslations } from '../../locales/react.tsx';
import { TextField } from '../ui/Field.tsx';
import css from './Factor.module.css';

/** The app's six digits in one field, which phones and password managers can fill. */
export function CodeField({ label, required = true }: { label?: string; required?: boolean }) {
  const t = useTranslations('factor');
  return (
    <div className={css.code}>
      <TextField
        label={label ?? t('code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={11}
        required={required}
      />
    </div>
  );
}

export function RecoveryField() {
  const t = useTranslations('factor');
  return (
    <TextField
      label={t('recoveryCode')}
      hint={t('recoveryCodeHint')}
      name="recovery_code"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      required
    />
  );
}
