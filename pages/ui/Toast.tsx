import type { ReactNode } from 'react';
import css from './Toast.module.css';

/**
 * One line at the bottom of the screen, with one quiet Button. Keep it rendered and change its children: screen readers
 * announce only existing regions.
 */
export function Toast({ children, action }: { children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.place} role="status">
      {children && (
        <div className={css.toast}>
          <span className={css.text}>{children}</span>
          {action && <span className={css.action}>{action}</span>}
        </div>
      )}
    </div>
  );
}
