/** A moment on a page that is the same for everybody: in UTC, which is said, and with a script by the reader's own clock. */
import { formatDate, formatTime } from '../locales/index.ts';
import { momentHere } from './hereAndNow.ts';
import { useAwake } from './useRefusal.ts';

export function Moment({ at }: { at: string }) {
  const isAwake = useAwake();
  const text = isAwake ? momentHere(new Date(at)) : `${formatDate(at)} ${formatTime(at)} UTC`;
  return <time dateTime={at}>{text}</time>;
}
