/** Shared by sign-in and sign-up: redirects signed-in users. `back` must be a path of this site. */

import { localizedPath } from '../../locales/index.ts';
import { safePath } from '../../server/lib/forms.ts';
import { redirected } from '../layout/data.ts';
import type { PageRequest } from '../layout/types.ts';

export const readBack = (query: URLSearchParams): string | null => safePath(query.get('back')) ?? null;

export function enter({ viewer, locale, query }: PageRequest): { back: string | null } {
  const back = readBack(query);
  // `back` already has its language prefix.
  if (viewer !== null) throw redirected(back ?? localizedPath(locale, '/creator/stories'));
  return { back };
}
