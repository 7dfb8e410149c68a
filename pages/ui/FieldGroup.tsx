import css from './FieldGroup.module.css';
import { Group, type GroupProps } from './Group.tsx';

export function FieldGroup({ children, ...group }: Omit<GroupProps, 'quiet' | 'disabled'>) {
  return (
    <Group {...group}>
      <div className={css.parts}>{children}</div>
    </Group>
  );
}
