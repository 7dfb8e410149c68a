import type { ReactNode } from 'react';
import { formatNumber } from '#locales/index.ts';
import { useHref, useLocale, useTranslations } from '#locales/react.tsx';
import type { ConsoleStoryView } from '#server/domains/publishing/stories/queries.ts';
import { address } from '../../../addresses.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { Cover } from '../../../ui/Cover.tsx';
import { coverFacts } from '../../../ui/coverFacts.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { Menu, MenuLink } from '../../../ui/Menu.tsx';
import { RowLink } from '../../../ui/RowLink.tsx';
import { StateMark } from '../../../ui/StateMark.tsx';
import { languageName } from '../../languages.ts';
import { STORY_ROOMS } from '../StoryRooms.tsx';
import { momentOf, storyPath, useNextStep, useStateWords, useTally } from './labels.ts';
import css from './Page.module.css';

const strong = { b: (chunks: ReactNode) => <b>{chunks}</b> };

export function StoryRow({ story, timezone }: { story: ConsoleStoryView; timezone: string }) {
  const t = useTranslations('console');
  const href = useHref();
  const locale = useLocale();
  const tally = useTally();
  const standing = story.episodes_count > 0 ? tally(story) : null;
  const next = useNextStep()(story);
  const words = useStateWords();
  const release = story.next_release;
  const figure = (key: 'episodes' | 'subscribers' | 'reads', count: number) => (
    <span>{t.rich(key, { ...strong, count, number: formatNumber(count) })}</span>
  );
  return (
    <article className={css.row}>
      <span className={css.cover}>
        <Cover picture={coverFacts(story.mini_thumbnail_url)} sizes="4.5rem" priority="lazy" />
      </span>
      <div className={css.what}>
        <RowLink className={css.title} href={href(storyPath(story))} language={story.language}>
          {story.title}
        </RowLink>
        <p className={css.kind}>
          {t(`types.${story.publication_type}`)} · {languageName(story.language, locale)}
          {story.role !== 'owner' && ` · ${t(`shared.${story.role}`)}`}
        </p>
      </div>
      <span className={css.state}>
        <StateMark state={story.published ? 'published' : 'in_progress'} words={words} />
      </span>
      <div className={css.figures}>
        {figure('episodes', story.episodes_count)}
        {story.published && figure('subscribers', story.subscribers_count)}
        {story.published && figure('reads', story.views_count)}
        {standing !== null && <span className={css.line}>{standing}</span>}
        {release && (
          <span className={css.line}>
            {t('nextRelease', {
              number: String(release.episode_number),
              ...momentOf(release.publish_at, timezone),
            })}
          </span>
        )}
        {next !== null && !(release && story.next_step?.kind === 'add_next_episode') && (
          <span className={css.line}>{next.stands}</span>
        )}
      </div>
      <span className={css.do}>
        {next !== null && <LinkButton href={next.href}>{next.label}</LinkButton>}
      </span>
      <MoreMenu story={story} />
    </article>
  );
}

function MoreMenu({ story }: { story: ConsoleStoryView }) {
  const t = useTranslations('console');
  const href = useHref();
  return (
    <Menu
      className={css.more}
      name="story"
      trigger={<Icon name="ellipsis" />}
      label={t('moreOf', { title: story.title })}
    >
      {STORY_ROOMS.map((room) => (
        <MenuLink key={room.path} href={href(address(`/creator/stories/@id${room.path}`, { id: story.id }))}>
          {t(`rooms.${room.label}`)}
        </MenuLink>
      ))}
      {story.published && (
        <MenuLink href={href(address('/stories/@slug', { slug: story.slug }))}>{t('viewAsReader')}</MenuLink>
      )}
    </Menu>
  );
}
