/** One line about saved episodes (design 10-library): space used and space left. */
import { formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { sizeText } from './labels.ts';
import { bytesOf, type SavedEpisode, type SavedState, type Shelf, stateOf } from './rules.ts';
import css from './Saved.module.css';

export type BriefProps = {
  shelf: Shelf;
  episodes: readonly SavedEpisode[];
  /** Infinity when the browser does not say. */
  roomBytes: number;
};

const GB = 1_000_000_000;
const roomText = (bytes: number): string =>
  bytes < GB ? sizeText(bytes) : `${formatNumber(Math.round((10 * bytes) / GB) / 10)} GB`;

export function Brief({ shelf, episodes, roomBytes }: BriefProps) {
  const t = useTranslations('library');
  const offline = useTranslations('offline');
  const states = episodes.map((episode) => stateOf(episode, shelf)).filter((state) => state !== 'foreign');
  const free = Number.isFinite(roomBytes) ? t('savedFree', { size: roomText(Math.max(0, roomBytes)) }) : null;
  if (states.length === 0)
    return <p className={css.told}>{[t('savedNone'), free].filter(Boolean).join(' · ')}</p>;
  const used = bytesOf([...episodes]);
  const size = { used: sizeText(used), limit: sizeText(shelf.limitBytes) };
  const countOf = (state: SavedState) => states.filter((each) => each === state).length;
  const [saving, expired] = [countOf('saving'), countOf('expired')];
  const said = [
    offline('of', size),
    saving > 0 ? t('savedSaving', { count: saving }) : null,
    expired > 0 ? t('savedExpired', { count: expired }) : null,
    free,
  ];
  return (
    <div className={css.brief}>
      <div className={css.meter} role="img" aria-label={offline('used', size)}>
        <i style={{ width: `${Math.min(100, (used / shelf.limitBytes) * 100)}%` }} />
      </div>
      <p className={css.told}>{said.filter(Boolean).join(' · ')}</p>
    </div>
  );
}
