import type { ReactNode } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { ConfirmEmail } from './ConfirmEmail.tsx';
import { ConsoleFrame, type Room } from './ConsoleFrame.tsx';
import { useFrame } from './context.ts';

const ROOMS = [
  { path: '/creator/stories', icon: 'library', label: 'stories' },
  { path: '/creator/schedule', icon: 'calendar-days', label: 'schedule' },
  { path: '/creator/comments', icon: 'message-circle', label: 'comments' },
  { path: '/creator/statistics', icon: 'chart-line', label: 'statistics' },
  { path: '/creator/revenue', icon: 'coins', label: 'revenue' },
  { path: '/creator/payouts', icon: 'upload', label: 'payouts' },
  { path: '/profile_edit', icon: 'user', label: 'profile' },
  { path: '/settings', icon: 'settings-2', label: 'settings', also: ['/connected_apps', '/change_password'] },
] as const satisfies readonly Room[];

export function ConsoleShell({ children }: { children: ReactNode }) {
  const t = useTranslations('console');
  const { viewer } = useFrame();
  const rooms: Room[] = ROOMS.map((room) => ({ ...room, label: t(room.label) }));
  if (viewer?.administrator) rooms.push({ path: '/admin', icon: 'shield', label: t('administration') });
  return (
    <ConsoleFrame
      title={viewer?.publisher ? t('publisher') : t('creator')}
      label={t('navigation')}
      rooms={rooms}
    >
      {viewer?.emailConfirmed === false && <ConfirmEmail />}
      {children}
    </ConsoleFrame>
  );
}
