/** The episodes saved on this device (design 03-offline): storage, state of each episode, and actions. */
import { useEffect, useState } from 'react';
import { splitLocale } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { LinkButton } from '../../pages/ui/Button.tsx';
import { Empty } from '../../pages/ui/Empty.tsx';
import { Notice } from '../../pages/ui/Notice.tsx';
import { OFFLINE_PATH } from './offline/addresses.ts';
import { Brief } from './offline/Brief.tsx';
import { bringWorker, canSave, onChange, setLimit, tidy } from './offline/client.ts';
import { sizeText } from './offline/labels.ts';
import { bytesOf, LIMITS_BYTES, type SavedEpisode, type Shelf, stateOf } from './offline/rules.ts';
import css from './offline/Saved.module.css';
import { SavedRow } from './offline/SavedRow.tsx';
import { readEpisodes, readShelf } from './offline/shelf.ts';

type Known = { shelf: Shelf; episodes: SavedEpisode[]; roomBytes: number };

/** How often we ask the worker to resume, because browsers may end it. */
const TIDY_MS = 30_000;
/** Assumed size of an episode until one is saved. */
const USUAL_BYTES = 7_000_000;

/** `brief`: one line, for pages that also show other shelves. */
export type SavedEpisodesProps = { brief?: boolean };

export default function SavedEpisodes({ brief = false }: SavedEpisodesProps) {
  const t = useTranslations('offline');
  const known = useSaved();
  if (known === null) return brief ? <p className={css.wait} /> : null;
  if (known === 'unable') return <Notice kind="warn">{t('unable')}</Notice>;
  if (brief) return <Brief {...known} />;
  const { shelf, episodes } = known;
  const shown = episodes.filter((episode) => stateOf(episode, shelf) !== 'foreign');
  return (
    <>
      <Elsewhere />
      {shown.length === 0 ? (
        <Empty heading={t('empty')}>{t('emptyNote')}</Empty>
      ) : (
        <>
          <Storage {...known} />
          <ul className={css.list}>
            {shown.map((episode) => (
              <SavedRow key={episode.id} episode={episode} shelf={shelf} />
            ))}
          </ul>
          <div className={css.rule}>
            <Notice icon="lock-open">
              <b>{t('rule')}</b> {t('ruleNote')}
            </Notice>
          </div>
        </>
      )}
    </>
  );
}

function useSaved(): Known | 'unable' | null {
  const [known, setKnown] = useState<Known | 'unable' | null>(null);
  useEffect(() => {
    if (!canSave()) return setKnown('unable');
    let isGone = false;
    const look = async () => {
      const [shelf, episodes, room] = await Promise.all([
        readShelf(),
        readEpisodes(),
        navigator.storage?.estimate?.().catch(() => null),
      ]);
      const roomBytes = room?.quota === undefined ? Infinity : room.quota - (room.usage ?? 0);
      if (!isGone) setKnown({ shelf, episodes, roomBytes });
    };
    const lookOrGiveUp = () => void look().catch(() => isGone || setKnown('unable'));
    const stop = onChange(lookOrGiveUp);
    lookOrGiveUp();
    void bringWorker().then(tidy, () => undefined);
    const again = () => void tidy();
    const timer = setInterval(again, TIDY_MS);
    addEventListener('online', again);
    return () => {
      isGone = true;
      stop();
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, []);
  return known;
}

/** The worker shows this page instead of a page that is not saved. */
function Elsewhere() {
  const t = useTranslations('offline');
  if (splitLocale(location.pathname).path === OFFLINE_PATH) return null;
  return (
    <div className={css.asked}>
      <Notice
        kind="warn"
        actions={
          <LinkButton href={location.pathname + location.search} kind="outlined">
            {t('tryAgain')}
          </LinkButton>
        }
      >
        {t('asked')}
      </Notice>
    </div>
  );
}

function Storage({ shelf: { limitBytes }, episodes, roomBytes }: Known) {
  const t = useTranslations('offline');
  const used = bytesOf(episodes);
  const free = Math.max(0, Math.min(limitBytes - used, roomBytes));
  const whole = episodes.filter(({ phase, bytes }) => phase === 'ready' && bytes > 0);
  const usual = whole.length === 0 ? USUAL_BYTES : bytesOf(whole) / whole.length;
  const size = { used: sizeText(used), limit: sizeText(limitBytes) };
  const share = Math.min(100, (used / limitBytes) * 100);
  return (
    <section className={css.storage} aria-label={t('storage')}>
      <p className={css.line}>
        <b>{t('of', size)}</b>
        <span className={css.muted}>{t('more', { count: Math.floor(free / usual) })}</span>
        <label className={css.limit}>
          {t('change')}
          <select value={limitBytes} onChange={(event) => void setLimit(Number(event.target.value))}>
            {LIMITS_BYTES.map((bytes) => (
              <option key={bytes} value={bytes}>
                {sizeText(bytes)}
              </option>
            ))}
          </select>
        </label>
      </p>
      <div className={css.meter} role="img" aria-label={t('used', size)}>
        <i style={{ width: `${share}%` }} />
      </div>
      <p className={css.legend}>
        <span>{t('usedBy', { size: size.used })}</span>
        <span>{t('free', { size: sizeText(free) })}</span>
      </p>
    </section>
  );
}
