/** Where files of revenue lie in storage. They stay, as the vouchers of what was credited. */
import { basename } from 'node:path';
import { shortened } from '../../../lib/text.ts';

export const INCOMING = 'revenue/incoming/';
const TAKEN = 'revenue/taken/';
const REFUSED = 'revenue/refused/';
const NAME_MAX_LENGTH = 200;

/** As it is kept and shown, in a line of a mail too: whoever sends a file may call it anything. */
export function fileNameOf(name: string): string {
  const plain = basename(name)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  return shortened(plain, NAME_MAX_LENGTH) || 'revenue.csv';
}

/** The file that an import checks and credits. */
export const fileKey = (importId: string): string => `revenue/files/${importId}.csv`;

/** Where a file lies that the service has found and dealt with. */
export function placeOf({ id, state }: { id: string; state: string }, name: string): string {
  const folder = state === 'credited' || state === 'same' ? TAKEN : REFUSED;
  return `${folder}${id}-${name.replaceAll('/', '-').slice(-NAME_MAX_LENGTH)}`;
}
