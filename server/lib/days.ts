/** Calendar days as `2026-11-20`. Daily counts use UTC, the same for a whole team. */
import { DAY_MS } from './durations.ts';
import { kept } from './kept.ts';

const startOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

const textOf = kept((day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10));

export const utcDay = (moment: Date): string => textOf(Math.floor(moment.getTime() / DAY_MS));

/** True for a day of the calendar: no 31 February, nothing before the year 1000. */
export function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false;
  const at = startOf(text);
  return !Number.isNaN(at) && utcDay(new Date(at)) === text;
}

export const addDays = (day: string, days: number): string => utcDay(new Date(startOf(day) + days * DAY_MS));

export const countDays = (from: string, to: string): number => (startOf(to) - startOf(from)) / DAY_MS + 1;

export const listDays = (from: string, to: string): string[] =>
  Array.from({ length: countDays(from, to) }, (_, index) => addDays(from, index));

export function ageOn(today: string, born: string): number {
  const years = Number(today.slice(0, 4)) - Number(born.slice(0, 4));
  return today.slice(5) < born.slice(5) ? years - 1 : years;
}
