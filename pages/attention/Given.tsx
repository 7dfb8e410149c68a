import type { CSSProperties } from 'react';
import { formatNumber } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../addresses.ts';
import { classes } from '../ui/classes.ts';
import { storied } from '../ui/storyColour.ts';
import type { Data } from './+data.ts';
import css from './Given.module.css';
import { useWords } from './labels.ts';

type Creator = Data['creators'][number];
type Sums = Pick<Data, 'seconds' | 'coins'>;

/** Creators by time, most first. The first bar is full width. */
export function Given({ data }: { data: Data }) {
  const t = useTranslations('attention');
  return (
    <ol className={css.given} aria-label={t('creators')}>
      {data.creators.map((row) => (
        <Row key={row.storyId} row={row} all={data} share={row.seconds / Math.max(1, data.mostSeconds)} />
      ))}
    </ol>
  );
}

function Row({ row, all, share }: { row: Creator; all: Sums; share: number }) {
  const t = useTranslations('attention');
  const words = useWords();
  const href = useHref();
  const colour = storied(row.story?.colour ?? undefined);
  const cover = row.story?.mini_thumbnail_url;
  const { creator, story } = row;
  return (
    <li
      className={classes(css.row, colour.className)}
      style={{ ...colour.style, '--p': `${(share * 100).toFixed(1)}%` } as CSSProperties}
    >
      {cover ? (
        <img className={css.cover} src={cover} width={72} height={72} alt="" loading="lazy" />
      ) : (
        <span className={css.cover} />
      )}
      <p className={css.who}>
        <b dir="auto">
          {creator?.slug ? (
            <a href={href(address('/profile/@slug', { slug: creator.slug }))}>{creator.display_name}</a>
          ) : (
            (creator?.display_name ?? t('goneCreator'))
          )}
        </b>
        <span>
          {story ? (
            <a href={href(address('/stories/@slug', { slug: story.slug }))} lang={story.language} dir="auto">
              {story.title}
            </a>
          ) : (
            t('gone')
          )}
          {row.stories_count > 1 && ` ${t('otherStories', { count: row.stories_count - 1 })}`}
        </span>
      </p>
      <p className={css.value}>
        {row.seconds > 0 ? (
          <>
            <b>{words.short(row.seconds)}</b>
            <span>{Math.round((row.seconds / all.seconds) * 100)}%</span>
          </>
        ) : (
          <b>{t('coinsShort', { count: row.coins, number: formatNumber(row.coins) })}</b>
        )}
      </p>
      <div className={css.bar}>
        {row.seconds > 0 && <i />}
        <span>{useGave(row)}</span>
      </div>
    </li>
  );
}

/** 40 coins opened 1 episode · 61 ads. Episodes with ads were free. */
function useGave({ coins, unlocked, ads, story }: Creator): string {
  const t = useTranslations('attention');
  if (coins === 0 && ads === 0) return t('plain');
  const opened = () =>
    t('opened', {
      count: coins,
      number: formatNumber(coins),
      episodes: t('openedEpisodes', { count: unlocked }),
    });
  const parts = [coins > 0 ? opened() : t(story?.isNovel ? 'freeChapters' : 'freeEpisodes')];
  if (ads > 0) parts.push(t('ads', { count: ads, number: formatNumber(ads) }));
  return parts.join(' · ');
}
