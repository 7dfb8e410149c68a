import type { MessageKey } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { type Address, address } from '../../addresses.ts';
import { useStoryWords } from '../../stories/labels.ts';
import { LinkButton } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Stroke } from '../../ui/Seal.tsx';
import type { Data } from './+data.ts';
import css from './Entries.module.css';

type Entry = Data['collection']['stories'][number];
type Story = NonNullable<Entry['story']>;

/** Stories in the collector's order, numbered. Unavailable stories keep their number. */
export function Entries({ stories, isKnown }: { stories: readonly Entry[]; isKnown: boolean }) {
  return (
    <ol className={css.entries}>
      {stories.map((entry) => (
        <li key={entry.number} value={entry.number} className={css.entry}>
          <span className={css.number} aria-hidden="true">
            {entry.number}
          </span>
          {entry.story === null ? <Lost /> : <Shown entry={entry} story={entry.story} isKnown={isKnown} />}
        </li>
      ))}
    </ol>
  );
}

function Lost() {
  const t = useTranslations('collection');
  return (
    <>
      <span className={css.lost} aria-hidden="true">
        <Stroke />
      </span>
      <div>
        <h2 className={classes(css.title, css.muted)}>{t('lost')}</h2>
        <p className={css.state}>{t('lostNote')}</p>
      </div>
    </>
  );
}

function Shown({ entry: { why, place }, story, isKnown }: { entry: Entry; story: Story; isKnown: boolean }) {
  const t = useTranslations('collection');
  const href = useHref();
  const words = useStoryWords();
  const { slug, title, episodes_count: count } = story;
  const state = stateOf(place, story);
  return (
    <>
      {story.thumbnail_url ? (
        <img className={css.cover} src={story.thumbnail_url} alt="" width={112} height={112} loading="lazy" />
      ) : (
        <span className={css.cover} />
      )}
      <div>
        <h2 className={css.title}>
          <a href={href(address('/stories/@slug', { slug }))} lang={story.language} dir="auto">
            {title}
          </a>
        </h2>
        <p className={css.facts}>
          <span dir="auto">{story.author.display_name}</span> · {words.genre(story.genre)} ·{' '}
          {t('episodes', { count })}
        </p>
        {isKnown && <p className={css.state}>{t(state.words, { number: state.number, count })}</p>}
      </div>
      {why !== '' && (
        <p className={css.why} dir="auto">
          {t('quote', { text: why })}
        </p>
      )}
      <LinkButton href={href(state.to)} aria-label={t(ACTION_OF[state.deed], { title })} className={css.deed}>
        {t(state.deed)}
      </LinkButton>
    </>
  );
}

type State = {
  words: 'notBegun' | 'atEpisode' | 'readAll';
  deed: 'read' | 'continue' | 'again';
  number: number;
  to: Address;
};

const ACTION_OF = { read: 'readOf', continue: 'continueOf', again: 'againOf' } as const satisfies Record<
  State['deed'],
  MessageKey<'collection'>
>;

function stateOf(place: Entry['place'], { slug }: Story): State {
  const episode = (number: number) => address('/stories/@slug/@number', { slug, number });
  const start = address('/stories/@slug', { slug });
  if (place === null) return { words: 'notBegun', deed: 'read', number: 0, to: start };
  if (place.finished && place.next_number === null)
    return { words: 'readAll', deed: 'again', number: place.number, to: start };
  const number = place.finished && place.next_number !== null ? place.next_number : place.number;
  return { words: 'atEpisode', deed: 'continue', number, to: episode(number) };
}
