/** One episode in the console: its pages, its title, and the way to its readers (EPI-13, EPI-14). */
import { useCallback, useMemo, useState } from 'react';
import { useHref, useTranslations } from '../locales/react.tsx';
import { Button, LinkButton } from '../pages/ui/Button.tsx';
import { Notice } from '../pages/ui/Notice.tsx';
import { StateMark, type StateWords } from '../pages/ui/StateMark.tsx';
import { Toast } from '../pages/ui/Toast.tsx';
import type { Api } from '../server/api.ts';
import type { ReplyOf } from '../server/lib/contract.ts';
import { api } from './api.ts';
import { visible } from './pages/board.ts';
import css from './pages/Editor.module.css';
import { EpisodeDetails } from './pages/EpisodeDetails.tsx';
import { PageManager } from './pages/PageManager.tsx';
import { Readiness } from './pages/Readiness.tsx';
import { checklist } from './pages/readiness.ts';
import type { PageList } from './pages/state.ts';
import { type Tell, usePages } from './pages/usePages.ts';
import { useDeed } from './useRefusal.ts';
import { useToast } from './useToast.ts';

export type Episode = ReplyOf<Api['GET /creator/episodes/:id']>['episode'];

export type EpisodeEditorProps = {
  episode: Episode;
  list: PageList;
  story: { id: string; slug: string; language: string; cover: 'ready' | 'processing' | 'missing' };
  may: { edit: boolean; publish: boolean; delete: boolean };
  recommended: { least: number; most: number };
  titleMost: number;
};

export default function EpisodeEditor(props: EpisodeEditorProps) {
  const { story, may } = props;
  const t = useTranslations('console');
  const notices = useTranslations('notices');
  const states = useTranslations('console.states');
  const codes = useTranslations('codes');
  const href = useHref();
  const toast = useToast();
  const [episode, setEpisode] = useState(props.episode);
  const [problem, setProblem] = useState<string | null>(null);
  const { show } = toast;
  const tell: Tell = useMemo(() => ({ done: show, failed: setProblem }), [show]);
  const pages = usePages(episode.id, props.list, tell);
  const { refusal, busy, run } = useDeed();

  const { status } = episode;
  const isOpen = status === 'in_progress' || status === 'scheduled';
  const mayEdit = may.edit && isOpen;
  const shown = visible(pages.state.board).flatMap((tile) => pages.state.pages[tile.pageId ?? ''] ?? []);
  const items = checklist({
    hasTitle: episode.title.trim() !== '',
    cover: story.cover,
    pages: {
      total: shown.length,
      failed: shown.filter((page) => page.state === 'failed').length,
      processing: shown.filter((page) => page.state === 'queued' || page.state === 'processing').length,
      uploading: pages.state.queue.filter(({ state }) => state === 'waiting' || state === 'sending').length,
    },
  });
  const lacking = items.filter((item) => item.state !== 'done');

  const { versioned } = pages;
  const changed = useCallback(
    (next: Episode) => {
      setEpisode(next);
      versioned(next.lock_version);
    },
    [versioned],
  );
  const publish = () =>
    run(async () => {
      await pages.removal.settle();
      const { episode: next } = await pages.change((version) =>
        api('POST /creator/episodes/:id/publish', {
          params: { id: episode.id },
          body: { lock_version: version },
        }),
      );
      changed(next);
      show(notices('publish_success'));
    });
  const unpublish = () =>
    run(async () => {
      const { episode: next } = await api('POST /creator/episodes/:id/unpublish', {
        params: { id: episode.id },
      });
      changed(next);
      show(notices('unpublish_success'));
    });

  const words: StateWords = {
    in_progress: states('in_progress'),
    scheduled: states('scheduled'),
    published: states('published'),
    blocked: states('blocked'),
  };
  const isReady = lacking.length === 0 && !pages.settling;
  return (
    <>
      <div className={css.head}>
        <h1 className={css.title}>
          <span className={css.number}>{episode.number}</span> ·{' '}
          <span lang={story.language} dir="auto">
            {episode.title}
          </span>
        </h1>
        <StateMark state={status} words={words} />
        <div className={css.tools}>
          {status === 'published' && (
            <LinkButton kind="quiet" icon="eye" href={href(`/stories/${story.slug}/${episode.number}`)}>
              {t('view')}
            </LinkButton>
          )}
          {may.publish && isOpen && (
            <span data-needs-js>
              <Button
                kind="filled"
                busy={busy && t('publishing')}
                aria-disabled={!isReady}
                aria-describedby="readiness"
                onClick={isReady ? publish : () => document.getElementById('readiness')?.focus()}
              >
                {t('publish')}
              </Button>
            </span>
          )}
          {may.publish && status === 'published' && (
            <span data-needs-js>
              <Button kind="outlined" busy={busy && t('unpublishing')} onClick={unpublish}>
                {t('unpublish')}
              </Button>
            </span>
          )}
        </div>
      </div>
      <div className={css.notices}>
        {status === 'published' && <Notice>{t('unpublishFirst')}</Notice>}
        {status === 'blocked' && (
          <Notice kind="bad">
            {codes('episode_blocked')}
            {episode.blocked_reason && <p>{t('blockedReason', { reason: episode.blocked_reason })}</p>}
          </Notice>
        )}
        {(refusal ?? problem) !== null && (
          <Notice
            kind="bad"
            urgent
            actions={
              refusal?.code === 'episode_changed' && (
                <Button onClick={() => location.reload()}>{t('loadAgain')}</Button>
              )
            }
          >
            {refusal?.message ?? problem}
          </Notice>
        )}
      </div>
      <div className={css.grid}>
        <PageManager pages={pages} mayEdit={mayEdit} recommended={props.recommended} />
        <aside className={css.aside}>
          {isOpen && <Readiness items={items} storyId={story.id} />}
          <EpisodeDetails
            episode={episode}
            storyId={story.id}
            mayEdit={mayEdit}
            mayDelete={may.delete && isOpen}
            titleMost={props.titleMost}
            change={pages.change}
            onChange={(next) => {
              changed(next);
              show(notices('episode_saved'));
            }}
          />
        </aside>
      </div>
      <Toast
        action={
          pages.removal.pending && (
            <Button kind="quiet" onClick={pages.removal.undo}>
              {t('undo')}
            </Button>
          )
        }
      >
        {pages.removal.pending ? notices('page_removed') : toast.text}
      </Toast>
    </>
  );
}
