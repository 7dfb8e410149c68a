import { splitLocale } from '../../locales/index.ts';

export type Goal = 'admin' | 'payouts' | 'revenue' | 'second_factor' | 'settings' | 'other';

const GOALS: readonly [RegExp, Goal][] = [
  [/^\/admin(?:\/|$)/, 'admin'],
  [/^\/creator\/payouts(?:\/|$)/, 'payouts'],
  [/^\/creator\/revenue(?:\/|$)/, 'revenue'],
  [/^\/settings\/second_factor$/, 'second_factor'],
  [/^\/(?:settings|connected_apps|profile_edit|change_password)(?:\/|$)/, 'settings'],
];

export function goalOf(back: string | null): Goal {
  const path = splitLocale((back ?? '/settings').split(/[?#]/)[0] ?? '').path;
  return GOALS.find(([pattern]) => pattern.test(path))?.[1] ?? 'other';
}
