/** Where files of revenue lie in storage. They stay, as the vouchers of what was credited. */

export const INCOMING = 'revenue/incoming/';
export const TAKEN = 'revenue/taken/';
export const REFUSED = 'revenue/refused/';

/** The file that an import checks and credits. */
export const fileKey = (importId: string): string => `revenue/files/${importId}.csv`;
