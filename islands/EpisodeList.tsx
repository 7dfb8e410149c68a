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
import { createLatest } from './latest.ts';
import { moved } from './move.ts';
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
  episodes: readonly ListedEpisode[];
  mayEdit: boolean;
  /** Who may not, moves nothing that readers see. */
  mayPublish: boolean;
  /** The creator's own time zone. */
  zone: string;
  /** Novels have chapters, no pages. */
  hasPages: boolean;
  titleMost: number;
};

export default function EpisodeList(props: EpisodeListProps) {
  const { storyId, mayEdit } = props;
  const t = useTranslations('console');
  const release = useTranslations('release');
  const notices = useTranslations('notices');
  const states = useTranslations('console.states');
  const href = useHref();
  const wording = useWording();
  const toast = useToast();
  const [episodes, setEpisodes] = useState(props.episodes);
  const [problem, setProblem] = useState<string | null>(null);
  const [order] = useState(() =>
    createLatest((ids: readonly string[]) =>
      api('PUT /creator/stories/:id/episodes/order', {
        params: { id: storyId },
        body: { episode_ids: [...ids] },
      }),
    ),
  );

  const move = async (from: number, to: number) => {
    const before = episodes;
    const next = moved(episodes, from, to);
    const isSeen = movesPublished(before, next);
    if (isSeen && !props.mayPublish) return setProblem(release('orderOfOthers'));
    setEpisodes(next);
    setProblem(null);
    try {
      await order.push(next.map((episode) => episode.id));
      toast.show(isSeen ? release('orderSeen') : notices('order_changed'));
    } catch (error) {
      setEpisodes(before);
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
        <OrderedRows items={episodes} canMove={mayEdit} onMove={move}>
          {(episode, place, { tools }) => (
            <EpisodeRow
              href={href(`/creator/stories/${storyId}/episodes/${episode.id}`)}
              number={place + 1}
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
      <Toast>{toast.text}</Toast>
    </>
  );
}
