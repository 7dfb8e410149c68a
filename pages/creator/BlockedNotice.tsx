import { formatDate, formatTime } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import type { StatementShown } from '../../server/domains/safety/takedowns/queries.ts';
import { address } from '../addresses.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

export function BlockedNotice({ statement, zone }: { statement: StatementShown | null; zone: string }) {
  const t = useTranslations('statement');
  const codes = useTranslations('codes');
  const href = useHref();
  if (statement === null || statement.ended_at !== null) return null;
  const { id, subject_type: kind, created_at: at } = statement;
  return (
    <Notice
      kind="bad"
      icon="ban"
      actions={
        <LinkButton href={href(address('/creator/statements/@id', { id }))}>
          {statement.may_appeal ? t('open') : t('openOnly')}
        </LinkButton>
      }
    >
      <p>
        <b>{kind === 'story' ? codes('story_is_blocked') : codes('episode_blocked')}</b>{' '}
        {formatDate(at, zone)} {formatTime(at, zone)}
      </p>
    </Notice>
  );
}
