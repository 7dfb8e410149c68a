import { formatNumber } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import type { EpisodeItem } from '#server/domains/reading/reader/episode-rows.ts';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconLink } from '../../../ui/IconButton.tsx';
import type { PanelName } from '../../panels/Panel.tsx';
import { ToolLink } from '../../panels/ToolLink.tsx';
import { END_ANCHOR, pageAnchor } from '../../stage/anchors.ts';
import css from './ReaderBar.module.css';

/** More ticks would be thinner than a pixel on a phone. Then one tick stands for several pages. */
const TICKS_MAX_COUNT = 80;

export type ReaderBarProps = {
  items: number;
  before: string | undefined;
  previous: EpisodeItem | null;
  next: EpisodeItem | null;
  hrefOf: (number: number) => string;
  panelHref: (panel: PanelName) => string;
  canShare: boolean;
  /** Sign-in link for liking, for visitors. Null when likes are off. */
  likeHref: string | null;
  likes: number;
};

/** Position in the episode (RDR-18), at its start. The reader's script updates it (islands/reading/stage/bar.ts). */
export function ReaderBar({ items, before, previous, next, ...rest }: ReaderBarProps) {
  const t = useTranslations('reader');
  // A script fills in the numbers, since their order depends on the language.
  const open = { page: '{page}', pages: '{pages}', last: '{last}' };
  const here = t('place', { page: 1, pages: items });
  const ticks = Math.min(items, TICKS_MAX_COUNT);
  return (
    <div data-reader-bar data-place={t('place', open)} data-pair={t('pairPlace', open)}>
      <div
        className={css.hair}
        role="progressbar"
        aria-label={t('progress')}
        aria-valuemin={1}
        aria-valuemax={items}
        aria-valuenow={1}
        aria-valuetext={here}
      >
        <i data-line />
      </div>
      <footer className={css.bar} data-bar>
        <div className={css.place}>
          <IconLink
            icon="chevron-left"
            label={t('previousPage')}
            href={before ?? `#${pageAnchor(1)}`}
            data-turn="-1"
            data-off={before === undefined ? '' : undefined}
          />
          <div className={css.ticks} data-needs-js>
            <span className={css.row} data-ticks data-dense={ticks > 30} aria-hidden="true">
              {Array.from({ length: ticks }, (_, at) => at + 1).map((tick) => (
                <i key={tick} data-tick={tick === 1 ? 'now' : undefined} />
              ))}
            </span>
            <input
              type="range"
              aria-label={t('progress')}
              aria-valuetext={here}
              min={1}
              max={items}
              defaultValue={1}
              autoComplete="off"
            />
          </div>
          <b
            className={css.count}
            style={{ minWidth: `${2 * String(items).length + 2}ch` }}
            data-count
            data-needs-js
            aria-hidden="true"
          >
            1 / {items}
          </b>
          <IconLink
            icon="chevron-right"
            label={t('nextPage')}
            href={`#${items > 1 ? pageAnchor(2) : END_ANCHOR}`}
            data-turn="1"
          />
        </div>
        <ReaderTools {...rest} />
        {previous && (
          <a
            className={css.previous}
            href={rest.hrefOf(previous.number)}
            rel="prev"
            aria-label={t('previousEpisode', { number: previous.number })}
          >
            <Icon name="skip-back" />
            {t('episode', { number: previous.number })}
          </a>
        )}
        {next && (
          <a
            className={css.next}
            href={rest.hrefOf(next.number)}
            rel="next"
            aria-label={t('nextEpisode', { number: next.number })}
          >
            {t('episode', { number: next.number })}
            <Icon name={next.priceCoins > 0 ? 'lock' : 'arrow-right'} />
            {/* Replaces the other link after a purchase (islands/reading/stage/end.ts). */}
            {next.priceCoins > 0 && <Icon name="lock-open" />}
          </a>
        )}
      </footer>
    </div>
  );
}

/** Tools within the thumb's reach on phones. Wide screens keep only the heart here. */
function ReaderTools({
  canShare,
  likeHref,
  likes,
  panelHref,
}: Pick<ReaderBarProps, 'canShare' | 'likeHref' | 'likes' | 'panelHref'>) {
  const t = useTranslations('reader');
  const tools = useTranslations('readerTools');
  return (
    <div className={css.tools}>
      <ToolLink to="episodes" href={panelHref('episodes')} icon="list" className={css.tool}>
        {t('episodes')}
      </ToolLink>
      {likeHref && (
        <a
          className={classes(css.tool, css.like)}
          href={likeHref}
          data-tool="like"
          data-needs-js
          aria-label={tools('likeOf', { count: formatNumber(likes) })}
        >
          <Icon name="heart" />
          <span>{tools('like')}</span>
          <b>{formatNumber(likes)}</b>
        </a>
      )}
      {canShare && (
        <ToolLink to="comments" href={panelHref('comments')} icon="message-circle" className={css.tool}>
          {tools('comments')}
        </ToolLink>
      )}
      <ToolLink to="notes" href={panelHref('notes')} icon="sticky-note" className={css.tool}>
        {tools('notes')}
      </ToolLink>
      <ToolLink to="reading" href={panelHref('reading')} icon="settings-2" className={css.tool} needsScript>
        {tools('reading')}
      </ToolLink>
      {canShare && (
        <ToolLink to="share" href={panelHref('share')} icon="share-2" className={css.tool}>
          {tools('share')}
        </ToolLink>
      )}
    </div>
  );
}
