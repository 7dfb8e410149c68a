import { type ChangeEvent, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Checkbox } from '../../../pages/ui/Checkbox.tsx';
import { Field } from '../../../pages/ui/Field.tsx';
import { FieldGroup } from '../../../pages/ui/FieldGroup.tsx';
import { utcDay } from '../../../server/lib/days.ts';
import type { Refusal } from '../../useRefusal.ts';
import { joinDate, needsConsent } from './birthday.ts';
import css from './Form.module.css';

export const bornIn = (values: FormData): string => {
  const part = (name: string) => String(values.get(`date_of_birth.${name}`) ?? '');
  return joinDate({ year: part('year'), month: part('month'), day: part('day') });
};

export type BirthdayProps = {
  born?: string;
  fields: Refusal['fields'] | undefined;
};

/** Asks for the date of birth. From 13 to 17, also for the guardian's consent (ACC-58). */
export function Birthday({ born = '', fields }: BirthdayProps) {
  const t = useTranslations('account');
  const [asksConsent, setAsksConsent] = useState<boolean | null>(null);
  const wrong = fields?.date_of_birth ? true : undefined;
  const showsConsent = asksConsent === true || fields?.guardian_consent !== undefined;
  const [year, month, day] = born.split('-');
  const known = { year, month, day };

  const changed = (event: ChangeEvent<HTMLInputElement>) => {
    const { form } = event.currentTarget;
    if (!form) return;
    const today = utcDay(new Date());
    setAsksConsent(needsConsent(bornIn(new FormData(form)), today));
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
          defaultValue={known[name]}
          required
          onChange={changed}
          aria-invalid={wrong}
        />
      )}
    </Field>
  );

  return (
    <>
      <FieldGroup name="date_of_birth" legend={t('dateOfBirth')} errors={fields?.date_of_birth}>
        {part('month', 2)}
        {part('day', 2)}
        {part('year', 4)}
      </FieldGroup>
      <div
        className={asksConsent === null && !showsConsent ? css.unknown : undefined}
        hidden={asksConsent === false && !showsConsent}
      >
        <Checkbox name="guardian_consent" tinted note={t('consentNote')} errors={fields?.guardian_consent}>
          {t('consent')}
        </Checkbox>
      </div>
    </>
  );
}
