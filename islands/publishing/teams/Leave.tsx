import { useHref, useTranslations } from '../../../locales/react.tsx';
import { api } from '../../api.ts';
import { withToast } from '../../notices.ts';
import { LEAVING } from '../../useRefusal.ts';
import { Ask } from './Ask.tsx';
import type { TeamStory } from './types.ts';

export function Leave({ story: { id, title } }: { story: TeamStory }) {
  const t = useTranslations('team');
  const notices = useTranslations('notices');
  const href = useHref();
  return (
    <Ask
      open={t('leave')}
      name={t('leave')}
      question={t('leaveAsk', { title })}
      answer={t('leaveDo')}
      busy={t('leaving')}
      call="DELETE /creator/stories/:id/collaborators/me"
      params={{ id }}
      deed={async () => {
        await api('DELETE /creator/stories/:id/collaborators/me', { params: { id } });
        location.assign(withToast(href('/creator/stories'), notices('team_left')));
        return LEAVING;
      }}
    />
  );
}
