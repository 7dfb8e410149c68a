/** A moment on a page shared by all readers: UTC without a script, the reader's local time with one. */
import { formatDate, formatTime } from '../locales/index.ts';
import { momentHere } from './hereAndNow.ts';
import { useAwake } from './useRefusal.ts';

export function Moment({ at }: { at: string }) {
  const isAwake = useAwake();
  const text = isAwake ? momentHere(new Date(at)) : `${formatDate(at)} ${formatTime(at)} UTC`;
  return <time dateTime={at}>{text}</time>;
}
