import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../ui/Icon.tsx';
import type { PanelName } from './Panel.tsx';

/** A link that opens a panel. The reader's script makes it a button. */
export function ToolLink({
  to,
  href,
  icon,
  className,
  needsScript,
  children,
}: {
  to: PanelName;
  href: string;
  icon: IconName;
  className: string | undefined;
  needsScript?: boolean;
  children: ReactNode;
}) {
  return (
    <a
      className={className}
      href={href}
      rel="nofollow"
      data-tool={to}
      data-needs-js={needsScript ? '' : undefined}
    >
      <Icon name={icon} />
      <span>{children}</span>
    </a>
  );
}
