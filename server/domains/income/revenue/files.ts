/** Paths of revenue files in storage. Files stay there as vouchers of the credits. */
import { basename } from 'node:path';
import { shortened } from '../../../lib/text.ts';

export const INCOMING = 'revenue/incoming/';
const TAKEN = 'revenue/taken/';
const REFUSED = 'revenue/refused/';
const NAME_MAX_LENGTH = 200;

/** Cleans a name for storage and display, also in a line of a mail. A sender may choose any name. */
export function fileNameOf(name: string): string {
  const plain = basename(name)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  return shortened(plain, NAME_MAX_LENGTH) || 'revenue.csv';
}

export const fileKey = (importId: string): string => `revenue/files/${importId}.csv`;

export function placeOf({ id, state }: { id: string; state: string }, name: string): string {
  const folder = state === 'credited' || state === 'same' ? TAKEN : REFUSED;
  return `${folder}${id}-${name.replaceAll('/', '-').slice(-NAME_MAX_LENGTH)}`;
}
