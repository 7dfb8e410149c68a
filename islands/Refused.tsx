import type { ReactNode } from 'react';
import { Notice } from '../pages/ui/Notice.tsx';
import { Summary } from './Summary.tsx';
import type { Refusal } from './useRefusal.ts';

export type RefusedProps = {
  refusal: Refusal | null;
  fields?: readonly string[];
  more?: ReactNode;
  actions?: ReactNode;
};

/** Lists the wrong fields of the form. Shows the whole refusal when none of these fields is wrong. */
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
