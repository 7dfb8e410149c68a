import { formatDate, formatNumber, formatTime } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../addresses.ts';
import { classes } from '../ui/classes.ts';
import { Icon } from '../ui/Icon.tsx';
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { signed } from './signed.ts';

type Entry = Data['entries'][number];

const SIGNS = {
  grant: 'gift',
  purchase: 'smartphone',
  unlock: 'lock-open',
  return: 'undo-2',
  refund: 'undo-2',
  debt: 'undo-2',
} as const;

export function EntryRow({ entry, timezone }: { entry: Entry; timezone: string }) {
  const t = useTranslations('wallet');
  const { created_at: at, coins, kind, episode, store } = entry;
  const moment = `${formatDate(at, timezone).slice(0, 5)} ${formatTime(at, timezone)}`;
  const cover = episode?.story.mini_thumbnail_url;
  return (
    <li className={css.entry}>
      {cover ? (
        <img className={css.cover} src={cover} width={44} height={44} alt="" loading="lazy" />
      ) : (
        <span className={css.sign}>
          <Icon name={SIGNS[kind]} />
        </span>
      )}
      <span className={css.what}>
        <b>
          <Subject entry={entry} />
        </b>
        <small>
          <time dateTime={at}>{moment}</time>
          {(episode || kind === 'grant') && ` · ${t(`kinds.${kind}`)}`}
          {episode?.kept && ` · ${t('kept')}`}
          {store && ` · ${[t(`stores.${store.provider}`), store.reference].filter(Boolean).join(', ')}`}
        </small>
      </span>
      <span className={classes(css.amount, coins > 0 && css.in)}>
        {signed(coins)}
        <VisuallyHidden> {t('unit', { count: Math.abs(coins) })}</VisuallyHidden>
        <small>{t('then', { number: formatNumber(entry.balance_after) })}</small>
      </span>
    </li>
  );
}

/** Hidden episodes have no name. */
function Subject({ entry: { kind, reason, episode } }: { entry: Entry }) {
  const t = useTranslations('wallet');
  const href = useHref();
  if (kind === 'grant') return reason ?? t('kinds.grant');
  if (kind === 'purchase' || kind === 'refund' || kind === 'debt') return t(`kinds.${kind}`);
  if (episode === null) return t(`gone.${kind}`);
  const { number, title, story } = episode;
  return (
    <a
      href={href(address('/stories/@slug/@number', { slug: story.slug, number }))}
      lang={story.language}
      dir="auto"
    >
      {story.title} {number}, {title}
    </a>
  );
}
