import { useTranslations } from '../../../locales/react.tsx';
import { IconButton } from '../../../pages/ui/IconButton.tsx';
import { Mark, type MarkShape } from '../../../pages/ui/Mark.tsx';
import { Progress } from '../../../pages/ui/Progress.tsx';
import { removeEpisode, saveEpisode } from './client.ts';
import { dateText, sizeText } from './labels.ts';
import {
  isNamed,
  LOCKED_MS,
  type SavedEpisode,
  type SavedState,
  type Shelf,
  stateOf,
  UNREAD_MS,
} from './rules.ts';
import css from './Saved.module.css';

const SHAPES: Record<SavedState, MarkShape> = {
  ready: 'disc',
  saving: 'ring',
  failed: 'square',
  locked: 'half',
  expired: 'square',
  foreign: 'ring',
};

export function SavedRow({ episode, shelf }: { episode: SavedEpisode; shelf: Shelf }) {
  const t = useTranslations('offline');
  const { id, address, storyTitle, number, title, language, thumbnail, kept, items, bytes } = episode;
  const state = stateOf(episode, shelf);
  const isTold = isNamed(episode, shelf);
  const name = isTold ? `${storyTitle} ${number}` : t('unnamed');
  const whole = isTold ? `${name} · ${title}` : name;
  const isOpen = state !== 'locked' && state !== 'expired';
  return (
    <li className={css.row}>
      {thumbnail && isTold ? (
        <img className={css.cover} src={thumbnail} alt="" />
      ) : (
        <span className={css.cover} />
      )}
      <div className={css.what}>
        <p className={css.name} lang={isTold ? language : undefined} dir="auto">
          {isOpen ? <a href={address}>{whole}</a> : whole}
        </p>
        <Facts episode={episode} state={state} />
        {state === 'saving' && (
          <Progress
            className={css.progress}
            label={whole}
            value={kept}
            max={items}
            text={t('saving', { kept, items })}
          />
        )}
      </div>
      <p className={css.state} role="status">
        <Mark shape={SHAPES[state]} small>
          <Word episode={episode} state={state} />
        </Mark>
      </p>
      <div className={css.end}>
        <span className={css.size}>{sizeText(bytes)}</span>
        {(state === 'expired' || state === 'failed') && (
          <IconButton
            icon="download"
            label={t('again', { name })}
            onClick={() => void saveEpisode(id, address)}
          />
        )}
        <IconButton
          icon={state === 'saving' ? 'x' : 'trash-2'}
          label={state === 'saving' ? t('stop', { name }) : t('remove', { name })}
          onClick={() => void removeEpisode(id)}
        />
      </div>
    </li>
  );
}

type Told = { episode: SavedEpisode; state: SavedState };

function Word({ episode: { kept, items, expiredAt }, state }: Told) {
  const t = useTranslations('offline');
  if (state === 'saving') return items === 0 ? t('starting') : t('saving', { kept, items });
  if (state === 'failed') return t('failed');
  if (state === 'expired') return t('wentOld', { date: dateText(expiredAt ?? 0) });
  return state === 'locked' ? t('locked') : t('ready');
}

function Facts({ episode, state }: Told) {
  const t = useTranslations('offline');
  const reader = useTranslations('reader');
  const { isNovel, isPremium, items: count, lockedAt, lockedFor, readAt, failure } = episode;
  const parts = isNovel ? reader('chapters', { count }) : reader('pages', { count });
  const facts = (): string => {
    if (state === 'expired') return t('oldNote');
    if (state === 'locked') {
      const date = dateText((lockedAt ?? Date.now()) + LOCKED_MS);
      if (lockedFor !== 'taken') return t('lockedLeft', { date });
      return isPremium ? t('lockedTaken', { date }) : t('lockedFree', { date });
    }
    if (state === 'failed' && failure) return t(`failures.${failure}`);
    const until = t('until', { date: dateText(readAt + UNREAD_MS) });
    return [parts, isPremium ? t('premium') : '', until].filter(Boolean).join(' · ');
  };
  return <p className={css.facts}>{facts()}</p>;
}
