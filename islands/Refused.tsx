import type { ReactNode } from 'react';
import { Notice } from '../pages/ui/Notice.tsx';
import { Summary } from './Summary.tsx';
import type { Refusal } from './useRefusal.ts';

export type RefusedProps = {
  refusal: Refusal | null;
  /** The form's own: the way to each of them that is wrong. */
  fields?: readonly string[];
  /** A way on, after the message. */
  more?: ReactNode;
  actions?: ReactNode;
};

/** What is wrong with which fields of the form; the refusal as a whole where it is none of them. */
export function Refused({ refusal, fields = [], more, actions }: RefusedProps) {
  if (refusal === null) return null;
  if (fields.some((name) => refusal.fields[name])) return <Summary refusal={refusal} fields={fields} />;
  const others = Object.values(refusal.fields).flat();
  return (
    <Notice kind="bad" urgent actions={actions}>
      {others.length > 0 ? others.join('. ') : refusal.message} {more}
    </Notice>
  );
}
