import { formatTime } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { ScheduleView } from '../../../server/domains/publishing/releases/queries.ts';
import { address } from '../../addresses.ts';
import { StateMark } from '../../ui/StateMark.tsx';
import css from './Entry.module.css';

export function Entry({ entry, zone }: { entry: ScheduleView['entries'][number]; zone: string }) {
  const t = useTranslations('console');
  const states = useTranslations('console.states');
  const href = useHref();
  const { story } = entry;
  const words = {
    in_progress: '',
    scheduled: states('scheduled'),
    published: states('published'),
    blocked: '',
  };
  return (
    <a
      className={css.entry}
      href={href(
        address('/creator/stories/@id/episodes/@episodeId', { id: story.id, episodeId: entry.episode_id }),
      )}
    >
      <span className={css.line}>
        <time dateTime={entry.at} className={css.time}>
          {formatTime(entry.at, zone)}
        </time>
        <StateMark state={entry.status} words={words} />
      </span>
      <span className={css.name} lang={story.language} dir="auto">
        <b>{entry.number}</b> · {entry.title}
      </span>
      <span className={css.story} lang={story.language} dir="auto">
        {story.title}
      </span>
      {entry.is_announced && <span className={css.announced}>{t('announced')}</span>}
    </a>
  );
}
