import { ActionForm } from '../../islands/ActionForm.tsx';
import { formatDate, formatTime } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Entry } from '../ui/Entry.tsx';
import { Rows } from '../ui/Rows.tsx';

export type SessionRow = {
  id: string;
  created_at: string;
  last_used_at: string;
  browser: string | null;
  system: string | null;
  current: boolean;
};

/** The user's sessions. Plain forms end other sessions, signing out ends this one. */
export function Sessions({ sessions, timezone }: { sessions: readonly SessionRow[]; timezone: string }) {
  const t = useTranslations('settings');
  const href = useHref();
  const moment = (date: string) => `${formatDate(date, timezone)}, ${formatTime(date, timezone)}`;
  return (
    <Rows>
      {sessions.map((session) => {
        const device = [session.browser, session.system].filter(Boolean).join(' · ') || t('unknownDevice');
        return (
          <Entry
            key={session.id}
            name={
              <>
                {device}
                {session.current && <Badge>{t('thisDevice')}</Badge>}
              </>
            }
            facts={
              <p>
                {t('lastUsed', { moment: moment(session.last_used_at) })} ·{' '}
                {t('signedInOn', { moment: moment(session.created_at) })}
              </p>
            }
          >
            {session.current ? (
              <ActionForm call="DELETE /auth/session">
                <Button type="submit">{t('logOut')}</Button>
              </ActionForm>
            ) : (
              <ActionForm
                call="DELETE /auth/sessions/:id"
                params={{ id: session.id }}
                back={href('/settings')}
              >
                <Button type="submit" aria-label={t('endOf', { device })}>
                  {t('end')}
                </Button>
              </ActionForm>
            )}
          </Entry>
        );
      })}
    </Rows>
  );
}
