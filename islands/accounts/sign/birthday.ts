import { ageOn, isDay } from '../../../server/lib/days.ts';

/** `YYYY-MM-DD` from the input so far. '' when all parts are empty. */
export function joinDate({ year, month, day }: { year: string; month: string; day: string }): string {
  const parts = [year.trim(), month.trim(), day.trim()] as const;
  if (parts.every((part) => part === '')) return '';
  return `${parts[0]}-${parts[1].padStart(2, '0')}-${parts[2].padStart(2, '0')}`;
}

/** True from 13 to 17, when a guardian must consent (ACC-58). Null while the date is invalid. */
export function needsConsent(born: string, today: string): boolean | null {
  if (!isDay(born)) return null;
  const age = ageOn(today, born);
  return age >= 13 && age < 18;
}
