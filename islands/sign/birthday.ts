/** What the sign-up form makes of the three parts of a date of birth; whether they hold is the server's to say. */

/** `YYYY-MM-DD` from what was typed, as far as it goes; '' when all is empty. */
export function joinDate({ year, month, day }: { year: string; month: string; day: string }): string {
  const parts = [year.trim(), month.trim(), day.trim()] as const;
  if (parts.every((part) => part === '')) return '';
  return `${parts[0]}-${parts[1].padStart(2, '0')}-${parts[2].padStart(2, '0')}`;
}

/** 13 to 17: a guardian must consent (ACC-58). Null as long as the date is none. */
export function needsConsent(born: string, today: string): boolean | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(born)) return null;
  const day = new Date(`${born}T00:00:00Z`);
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== born) return null;
  const age = Number(today.slice(0, 4)) - Number(born.slice(0, 4)) - (today.slice(5) < born.slice(5) ? 1 : 0);
  return age >= 13 && age < 18;
}
