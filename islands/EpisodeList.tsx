/** The episodes of a story: their states, their order, and the next one. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDate, formatTime } from '../locales/index.ts';
import { useHref, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { classes } from '../pages/ui/classes.ts';
import { EpisodeRow } from '../pages/ui/EpisodeRow.tsx';
import { IconButton } from '../pages/ui/IconButton.tsx';
import { Notice } from '../pages/ui/Notice.tsx';
import { Rows } from '../pages/ui/Rows.tsx';
import { StateMark, type StateWords } from '../pages/ui/StateMark.tsx';
import { Toast } from '../pages/ui/Toast.tsx';
import type { Api } from '../server/api.ts';
import type { ReplyOf } from '../server/lib/contract.ts';
import { api } from './api.ts';
import { createLatest } from './latest.ts';
import { moved } from './move.ts';
import { Sortable, useSortableItem } from './sortable/Sortable.tsx';
import { AddEpisode } from './stories/AddEpisode.tsx';
import css from './stories/EpisodeList.module.css';
import { MoveEpisode } from './stories/MoveEpisode.tsx';
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
  /** The episode that is asked a place for. */
  const [asked, setAsked] = useState<string | null>(null);
  const list = useRef<HTMLDivElement>(null);
  /** The button that must keep the focus although its row has moved. */
  const focus = useRef<string | null>(null);
  const [order] = useState(() =>
    createLatest((ids: readonly string[]) =>
      api('PUT /creator/stories/:id/episodes/order', {
        params: { id: storyId },
        body: { episode_ids: [...ids] },
      }),
    ),
  );

  useEffect(() => {
    if (focus.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-move="${focus.current}"]:not(:disabled)`)?.focus();
    focus.current = null;
  });

  const move = async (from: number, to: number, button: string) => {
    const before = episodes;
    const next = moved(episodes, from, to);
    const isSeen = movesPublished(before, next);
    if (isSeen && !props.mayPublish) return setProblem(release('orderOfOthers'));
    focus.current = button;
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
        <div ref={list} className={css.list}>
          <Sortable
            ids={episodes.map(({ id }) => id)}
            nameOf={(id) => episodes.find((episode) => episode.id === id)?.title ?? ''}
            onMove={(id, place) =>
              move(
                episodes.findIndex((episode) => episode.id === id),
                place,
                `${id} grip`,
              )
            }
            ghost={(id) => (
              <div className={css.ghost}>{episodes.find((episode) => episode.id === id)?.title}</div>
            )}
          >
            {({ shown, wasDragged }) => (
              <Rows ordered>
                {shown.map((id, place) => {
                  const episode = episodes.find((known) => known.id === id);
                  if (episode === undefined) return null;
                  return (
                    <Row
                      key={id}
                      id={id}
                      place={place}
                      title={episode.title}
                      movable={mayEdit && episodes.length > 1}
                      onAsk={() => wasDragged() || setAsked(id)}
                    >
                      {(grip) => (
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
                              {mayEdit && episodes.length > 1 && (
                                <span className={css.moves} data-needs-js>
                                  {grip}
                                  <IconButton
                                    icon="chevron-up"
                                    label={t('moveUp', { title: episode.title })}
                                    data-move={`${episode.id} up`}
                                    disabled={place === 0}
                                    onClick={() =>
                                      move(place, place - 1, `${episode.id} ${place === 1 ? 'down' : 'up'}`)
                                    }
                                  />
                                  <IconButton
                                    icon="chevron-down"
                                    label={t('moveDown', { title: episode.title })}
                                    data-move={`${episode.id} down`}
                                    disabled={place === episodes.length - 1}
                                    onClick={() =>
                                      move(
                                        place,
                                        place + 1,
                                        `${episode.id} ${place === episodes.length - 2 ? 'up' : 'down'}`,
                                      )
                                    }
                                  />
                                </span>
                              )}
                            </>
                          }
                        />
                      )}
                    </Row>
                  );
                })}
              </Rows>
            )}
          </Sortable>
        </div>
      )}
      {mayEdit && <AddEpisode storyId={storyId} titleMost={props.titleMost} first={episodes.length === 0} />}
      <MoveEpisode
        title={episodes.find(({ id }) => id === asked)?.title ?? null}
        place={episodes.findIndex(({ id }) => id === asked)}
        count={episodes.length}
        onMove={(from, to) => void move(from, to, `${asked} grip`)}
        onClose={() => setAsked(null)}
      />
      <Toast>{toast.text}</Toast>
    </>
  );
}

function Row({
  id,
  place,
  title,
  movable,
  onAsk,
  children,
}: {
  id: string;
  place: number;
  title: string;
  movable: boolean;
  onAsk: () => void;
  children: (grip: ReactNode) => ReactNode;
}) {
  const t = useTranslations('sortable');
  const { ref, grip, isSlot } = useSortableItem(id, place, !movable);
  return (
    <div ref={ref} data-tile={id} className={classes(isSlot && css.slot)}>
      {children(
        <IconButton
          icon="grip-vertical"
          label={t('grip', { name: title })}
          data-move={`${id} grip`}
          className={css.grip}
          ref={grip}
          onClick={onAsk}
        />,
      )}
    </div>
  );
}
