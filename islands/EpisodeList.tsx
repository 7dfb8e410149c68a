/** The episodes of a story: their states, their order, and the next one. */
import { useState } from 'react';
import { formatDate, formatTime } from '../locales/index.ts';
import { useHref, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { EpisodeRow } from '../pages/ui/EpisodeRow.tsx';
import { Notice } from '../pages/ui/Notice.tsx';
import { StateMark, type StateWords } from '../pages/ui/StateMark.tsx';
import { Toast } from '../pages/ui/Toast.tsx';
import type { Api } from '../server/api.ts';
import type { ReplyOf } from '../server/lib/contract.ts';
import { api } from './api.ts';
import { createInTurn } from './latest.ts';
import { moved } from './move.ts';
import { ConfirmConsequences } from './publish/ConfirmConsequences.tsx';
import { type Foretold, foretell } from './publish/Consequences.tsx';
import { OrderedRows } from './sortable/OrderedRows.tsx';
import { AddEpisode } from './stories/AddEpisode.tsx';
import css from './stories/EpisodeList.module.css';
import { movesPublished } from './stories/order.ts';
import { useWording } from './useRefusal.ts';
import { useToast } from './useToast.ts';

type Episode = ReplyOf<Api['GET /creator/episodes/:id']>['episode'];
/** What a row shows; the rest stays on the server. */
export type ListedEpisode = Pick<
  Episode,
  'id' | 'title' | 'status' | 'pages_count' | 'publish_at' | 'published_at' | 'thumbnail_url'
>;

export type EpisodeListProps = {
  storyId: string;
  language: string;
  /** Those of the hundred that is shown. */
  episodes: readonly ListedEpisode[];
  /** How many stand before them, and how many there are in all. */
  before: number;
  total: number;
  mayEdit: boolean;
  /** Who may not, moves nothing that readers see. */
  mayPublish: boolean;
  /** The creator's own time zone. */
  zone: string;
  /** Novels have chapters, no pages. */
  hasPages: boolean;
  titleMost: number;
};

/** An episode to its new number, and the list as it is shown then. */
type Move = { id: string; number: number; next: readonly ListedEpisode[]; isHere: boolean; isSeen: boolean };

export default function EpisodeList(props: EpisodeListProps) {
  const { storyId, mayEdit, before, total } = props;
  const t = useTranslations('console');
  const release = useTranslations('release');
  const notices = useTranslations('notices');
  const states = useTranslations('console.states');
  const href = useHref();
  const wording = useWording();
  const toast = useToast();
  const [episodes, setEpisodes] = useState(props.episodes);
  const [problem, setProblem] = useState<string | null>(null);
  /** An order that changes what readers see, until there is a word on it. */
  const [asked, setAsked] = useState<{ wish: Move; foretold: Foretold } | null>(null);
  const [order] = useState(() =>
    createInTurn(({ id, number }: { id: string; number: number }) =>
      api('PUT /creator/episodes/:id/number', { params: { id }, body: { number } }),
    ),
  );

  const move = async (from: number, to: number) => {
    const [place, episode] = [to - before, episodes[from - before]];
    if (episode === undefined) return;
    const isHere = place >= 0 && place < episodes.length;
    const next = isHere ? moved(episodes, from - before, place) : episodes;
    const isSeen = movesPublished(episodes, next);
    if (isSeen && !props.mayPublish) return setProblem(release('orderOfOthers'));
    setProblem(null);
    const wish: Move = { id: episode.id, number: to + 1, next, isHere, isSeen };
    // Drafts that change places among themselves are nobody's matter.
    if (isHere && !isSeen) return put(wish);
    try {
      const foretold = await foretell(storyId, { deed: 'move', episode_id: wish.id, number: wish.number });
      if (foretold.total === 0) return put(wish);
      setAsked({ wish, foretold });
    } catch (error) {
      setProblem(wording(error).message);
    }
  };

  const put = async ({ id, number, next, isHere, isSeen }: Move) => {
    const present = episodes;
    setAsked(null);
    setEpisodes(next);
    try {
      await order.push({ id, number });
      // To where it stands now, among its new neighbours.
      if (!isHere) return location.assign(href(`/creator/stories/${storyId}?episode=${number}`));
      toast.show(isSeen ? release('orderSeen') : notices('order_changed'));
    } catch (error) {
      setEpisodes(present);
      setProblem(wording(error).message);
    }
  };

  const words: StateWords = {
    in_progress: states('in_progress'),
    scheduled: states('scheduled'),
    published: states('published'),
    blocked: states('blocked'),
  };
  const facts = (episode: ListedEpisode) => [
    ...(props.hasPages ? [t('pagesCount', { count: episode.pages_count })] : []),
    ...(episode.published_at === null ? [] : [formatDate(episode.published_at, props.zone)]),
    ...(episode.publish_at === null
      ? []
      : [`${formatDate(episode.publish_at, props.zone)} ${formatTime(episode.publish_at, props.zone)}`]),
  ];

  return (
    <>
      {problem !== null && (
        <Notice
          kind="bad"
          urgent
          actions={<Button onClick={() => location.reload()}>{t('loadAgain')}</Button>}
        >
          {problem}
        </Notice>
      )}
      {episodes.length === 0 ? (
        <p className={css.none}>{t('noEpisodes')}</p>
      ) : (
        <OrderedRows items={episodes} before={before} total={total} canMove={mayEdit} onMove={move}>
          {(episode, place, { tools }) => (
            <EpisodeRow
              href={href(`/creator/stories/${storyId}/episodes/${episode.id}`)}
              id={`episode-${before + place + 1}`}
              number={before + place + 1}
              title={episode.title}
              language={props.language}
              thumbnail={
                episode.thumbnail_url === null
                  ? null
                  : { sources: [], url: episode.thumbnail_url, width: 200, height: 200 }
              }
              facts={facts(episode)}
              end={
                <>
                  <StateMark state={episode.status} words={words} />
                  {tools}
                </>
              }
            />
          )}
        </OrderedRows>
      )}
      {mayEdit && <AddEpisode storyId={storyId} titleMost={props.titleMost} first={episodes.length === 0} />}
      <ConfirmConsequences
        foretold={asked?.foretold ?? null}
        heading={release('orderAsk')}
        action={release('orderDo')}
        onConfirm={() => asked && void put(asked.wish)}
        onCancel={() => setAsked(null)}
      />
      <Toast>{toast.text}</Toast>
    </>
  );
}
