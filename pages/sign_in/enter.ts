/** What sign in and sign up have in common: whoever is signed in is sent on, `back` holds only as a path of this site. */

import { localizedPath } from '../../locales/index.ts';
import { safePath } from '../../server/lib/forms.ts';
import { redirected } from '../layout/data.ts';
import type { PageRequest } from '../layout/types.ts';

/** Where somebody wants to go afterwards. */
export const readBack = (query: URLSearchParams): string | null => safePath(query.get('back')) ?? null;

export function enter({ viewer, locale, query }: PageRequest): { back: string | null } {
  const back = readBack(query);
  // `back` has its language already, hence no prefix is added.
  if (viewer !== null) throw redirected(back ?? localizedPath(locale, '/creator/stories'));
  return { back };
}
