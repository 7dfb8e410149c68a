/** What the sign-up form makes of the three parts of a date of birth; whether they hold is the server's to say. */

import { ageOn, isDay } from '../../../server/lib/days.ts';

/** `YYYY-MM-DD` from what was typed, as far as it goes; '' when all is empty. */
export function joinDate({ year, month, day }: { year: string; month: string; day: string }): string {
  const parts = [year.trim(), month.trim(), day.trim()] as const;
  if (parts.every((part) => part === '')) return '';
  return `${parts[0]}-${parts[1].padStart(2, '0')}-${parts[2].padStart(2, '0')}`;
}

/** 13 to 17: a guardian must consent (ACC-58). Null as long as the date is none. */
export function needsConsent(born: string, today: string): boolean | null {
  if (!isDay(born)) return null;
  const age = ageOn(today, born);
  return age >= 13 && age < 18;
}
