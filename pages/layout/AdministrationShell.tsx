import type { ReactNode } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { ConsoleFrame, type Room } from './ConsoleFrame.tsx';

/** Sections of the administration. The last one leads back to the user's stories. */
const ROOMS = [
  { path: '/admin/reports', icon: 'flag', label: 'reports' },
  { path: '/admin/episodes', icon: 'scroll-text', label: 'episodes' },
  { path: '/admin/users', icon: 'users', label: 'users' },
  { path: '/admin/payouts', icon: 'coins', label: 'payouts' },
  { path: '/admin/wallets', icon: 'gift', label: 'wallets' },
  { path: '/admin/ads', icon: 'megaphone', label: 'ads' },
  { path: '/admin/revenue', icon: 'chart-line', label: 'revenue' },
  { path: '/admin/queues', icon: 'layers', label: 'queues' },
  { path: '/admin/log', icon: 'book-lock', label: 'log' },
  { path: '/creator/stories', icon: 'library', label: 'console' },
] as const satisfies readonly Room[];

export function AdministrationShell({ children }: { children: ReactNode }) {
  const t = useTranslations('administration');
  const rooms = ROOMS.map((room) => ({ ...room, label: t(`rooms.${room.label}`) }));
  return (
    <ConsoleFrame title={t('title')} label={t('title')} rooms={rooms}>
      {children}
    </ConsoleFrame>
  );
}
