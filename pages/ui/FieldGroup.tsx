import css from './FieldGroup.module.css';
import { Group, type GroupProps } from './Group.tsx';

/** Several controls that are one answer, such as the parts of a date; they stand side by side. */
export function FieldGroup({ children, ...group }: Omit<GroupProps, 'quiet' | 'disabled'>) {
  return (
    <Group {...group}>
      <div className={css.parts}>{children}</div>
    </Group>
  );
}
