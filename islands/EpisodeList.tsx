/** The episodes of a story: their states, their order, and the next one. */
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { formatDate } from '../locales/index.ts';
import { useHref, useTranslations } from '../locales/react.tsx';
import { Button } from '../pages/ui/Button.tsx';
import { EpisodeRow } from '../pages/ui/EpisodeRow.tsx';
import { TextField } from '../pages/ui/Field.tsx';
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
import css from './stories/EpisodeList.module.css';
import { focusFirstWrong, LEAVING, useDeed, useWording } from './useRefusal.ts';
import { useToast } from './useToast.ts';

type Episode = ReplyOf<Api['GET /creator/episodes/:id']>['episode'];
/** What a row shows; the rest stays on the server. */
export type ListedEpisode = Pick<
  Episode,
  'id' | 'title' | 'status' | 'pages_count' | 'published_at' | 'thumbnail_url'
>;

export type EpisodeListProps = {
  storyId: string;
  language: string;
  episodes: readonly ListedEpisode[];
  mayEdit: boolean;
  /** Novels have chapters, no pages. */
  hasPages: boolean;
  titleMost: number;
};

export default function EpisodeList(props: EpisodeListProps) {
  const { storyId, mayEdit } = props;
  const t = useTranslations('console');
  const notices = useTranslations('notices');
  const states = useTranslations('console.states');
  const href = useHref();
  const wording = useWording();
  const toast = useToast();
  const [episodes, setEpisodes] = useState(props.episodes);
  const [problem, setProblem] = useState<string | null>(null);
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
    focus.current = button;
    setEpisodes(next);
    setProblem(null);
    try {
      await order.push(next.map((episode) => episode.id));
      toast.show(notices('order_changed'));
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
    ...(episode.published_at === null ? [] : [formatDate(episode.published_at)]),
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
          <Rows ordered>
            {episodes.map((episode, place) => (
              <EpisodeRow
                key={episode.id}
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
            ))}
          </Rows>
        </div>
      )}
      {mayEdit && props.hasPages && (
        <AddEpisode storyId={storyId} titleMost={props.titleMost} first={episodes.length === 0} />
      )}
      <Toast>{toast.text}</Toast>
    </>
  );
}

function AddEpisode({ storyId, titleMost, first }: { storyId: string; titleMost: number; first: boolean }) {
  const t = useTranslations('console');
  const notices = useTranslations('notices');
  const href = useHref();
  const form = useRef<HTMLFormElement>(null);
  const { refusal, busy, run } = useDeed();

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title') ?? '');
    const fine = await run(async () => {
      const { episode } = await api('POST /creator/episodes', { body: { story_id: storyId, title } });
      const notice = encodeURIComponent(notices('episode_added'));
      location.assign(href(`/creator/stories/${storyId}/episodes/${episode.id}?success_notice=${notice}`));
      return LEAVING;
    });
    if (!fine) focusFirstWrong(form.current);
  };

  return (
    <form className={css.add} method="dialog" noValidate ref={form} onSubmit={submit} data-needs-js>
      <TextField
        id="add-episode"
        label={first ? t('firstEpisodeTitle') : t('nextEpisodeTitle')}
        name="title"
        maxLength={titleMost}
        required
        autoComplete="off"
        errors={refusal?.fields.title}
      />
      <Button type="submit" kind="filled" icon="plus" busy={busy && t('adding')} className={css.button}>
        {t('addEpisode')}
      </Button>
      {refusal && refusal.fields.title === undefined && (
        <Notice kind="bad" urgent>
          {refusal.message}
        </Notice>
      )}
    </form>
  );
}
