/** A day as MM/DD/YYYY, typed or chosen in the browser's calendar. */
import { useRef } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Field } from '../../../pages/ui/Field.tsx';
import { IconButton } from '../../../pages/ui/IconButton.tsx';
import { parseDate } from '../../../server/lib/wall-time.ts';
import css from './DateField.module.css';
import { typedForm } from './plan.ts';

export type DateFieldProps = {
  value: string;
  onChange: (date: string) => void;
  errors?: readonly string[];
};

export function DateField({ value, onChange, errors }: DateFieldProps) {
  const t = useTranslations('release');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Field name="date" label={t('date')} errors={errors}>
      {(bound) => (
        <div className={css.box}>
          <input
            {...bound}
            type="text"
            name="date"
            autoComplete="off"
            placeholder={t('datePattern')}
            maxLength={10}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <input
            ref={picker}
            className={css.picker}
            type="date"
            tabIndex={-1}
            aria-hidden="true"
            value={parseDate(value) ?? ''}
            onChange={(event) => {
              const day = event.currentTarget.value;
              if (day !== '') onChange(typedForm(`${day}T00:00:00`).date);
            }}
          />
          <IconButton
            className={css.button}
            icon="calendar-days"
            label={t('pickDay')}
            onClick={() => picker.current?.showPicker()}
          />
        </div>
      )}
    </Field>
  );
}
