import type { ReactNode } from 'react';
import { Notice } from '../../pages/ui/Notice.tsx';
import type { Refusal } from '../useRefusal.ts';

/** The refusal as a whole, unless one of the form's own fields says it already. */
export function Refused({
  refusal,
  fields,
  more,
}: {
  refusal: Refusal | null;
  fields: readonly string[];
  /** A way on, after the message. */
  more?: ReactNode;
}) {
  if (refusal === null || fields.some((name) => refusal.fields[name])) return null;
  const others = Object.values(refusal.fields).flat();
  return (
    <Notice kind="bad" urgent>
      {others.length > 0 ? others.join('. ') : refusal.message} {more}
    </Notice>
  );
}
