import { useState } from 'react';
import { Dispute, type DisputeProps } from './Dispute.tsx';
import type { SaveState } from './formAutosave.ts';
import { pick } from './merge.ts';
import { OtherVersion, useOther } from './OtherVersion.tsx';

export type ConflictProps<Values extends object> = Pick<DisputeProps<Values>, 'labelOf' | 'show'> & {
  /** Storage key of the edited item in this browser. */
  what: string;
  names: readonly (keyof Values & string)[];
  values: Values;
  state: SaveState<Values>;
  both?: (name: keyof Values & string, theirs: Values) => Partial<Values> | null;
  zone: string;
  onDecide: (choice: Partial<Values>) => void;
  change: (part: Partial<Values>) => void;
};

/** Two people changed the same field. Asks which version to save, and keeps the other for a day. */
export function Conflict<Values extends object>(props: ConflictProps<Values>) {
  const { names, values, state, labelOf, show, both } = props;
  // A kept version may hold values for which this form has no field.
  const [isPart] = useState(
    () =>
      (value: unknown): value is Partial<Values> =>
        typeof value === 'object' && value !== null && names.some((name) => name in value),
  );
  const { other, keep } = useOther(props.what, isPart);
  if (state.kind === 'disputed') {
    const { theirs, names: disputed } = state.dispute;
    return (
      <Dispute
        names={disputed}
        mine={values}
        theirs={theirs}
        labelOf={labelOf}
        show={show}
        both={both && ((name) => both(name, theirs))}
        onDecide={(choice, left) => {
          keep(left);
          props.onDecide(choice);
        }}
      />
    );
  }
  if (other === null) return null;
  const kept = names.filter((name) => name in other.value);
  const take = () => {
    const back = pick({ ...values, ...other.value }, kept);
    keep(pick(values, kept));
    props.change(back);
  };
  return (
    <OtherVersion until={other.until} zone={props.zone} onTake={take}>
      {kept.map((name) => (
        <div key={name}>
          <b>{labelOf(name)}</b>
          <div>{show(name, { ...values, ...other.value })}</div>
        </div>
      ))}
    </OtherVersion>
  );
}
