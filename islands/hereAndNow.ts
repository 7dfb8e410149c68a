/** Times in the browser's zone, for texts the server never renders. */
import { formatDate, formatTime } from '../locales/index.ts';

export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

export const timeHere = (at: Date | string): string => formatTime(at, ownZone());

export const momentHere = (at: Date): string => `${formatDate(at, ownZone())} ${timeHere(at)}`;
