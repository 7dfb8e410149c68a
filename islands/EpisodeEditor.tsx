/** One episode in the console: its pages, its title, and the way to its readers (EPI-13, EPI-14). */
import { useCallback, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHref, useTranslations } from '../locales/react.tsx';
import { Button, LinkButton } from '../pages/ui/Button.tsx';
import { Toast } from '../pages/ui/Toast.tsx';
import { visible } from './pages/board.ts';
import css from './pages/Editor.module.css';
import { PageManager } from './pages/PageManager.tsx';
import { Readiness } from './pages/Readiness.tsx';
import { checklist, type ReadinessFacts } from './pages/readiness.ts';
import type { PageList } from './pages/state.ts';
import { type Tell, usePages } from './pages/usePages.ts';
import { DeleteEpisode } from './publish/DeleteEpisode.tsx';
import { type DetailsHandle, EpisodeDetails } from './publish/EpisodeDetails.tsx';
import { Receipts } from './publish/Receipts.tsx';
import { ReleaseHead } from './publish/ReleaseHead.tsx';
import type { ReceiptPage, ReleaseEpisode, ReleaseRights, ReleaseStory } from './publish/release.ts';
import { useToast } from './useToast.ts';

export type EpisodeEditorProps = {
  episode: ReleaseEpisode;
  list: PageList;
  receipts: ReceiptPage;
  story: ReleaseStory & { cover: ReadinessFacts['cover'] };
  may: ReleaseRights;
  /** Why nothing may be published by these people, if so. */
  publisher: ReadinessFacts['publisher'];
  /** The creator's own time zone. */
  zone: string;
  recommended: { least: number; most: number };
  titleMost: number;
};

export default function EpisodeEditor(props: EpisodeEditorProps) {
  const { story, may, zone } = props;
  const t = useTranslations('console');
  const notices = useTranslations('notices');
  const href = useHref();
  const toast = useToast();
  const [episode, setEpisode] = useState(props.episode);
  const [problem, setProblem] = useState<string | null>(null);
  const details = useRef<DetailsHandle>(null);
  const { show } = toast;
  const tell: Tell = useMemo(() => ({ done: show, failed: setProblem }), [show]);
  const pages = usePages(episode.id, props.list, tell);

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
    publisher: may.publish ? props.publisher : null,
  });
  const sources = shown.flatMap(({ preview_url: url, ...page }, place) =>
    page.state === 'ready' && url !== null ? [{ ...page, url, number: place + 1 }] : [],
  );

  const { versioned } = pages;
  const changed = useCallback(
    (next: ReleaseEpisode, notice: string) => {
      // At once, so that the next change in turn is made on this version.
      flushSync(() => {
        setEpisode(next);
        versioned(next.lock_version);
        show(notice);
      });
    },
    [versioned, show],
  );
  return (
    <>
      <ReleaseHead
        episode={episode}
        story={story}
        may={may}
        zone={zone}
        lacking={items.filter((item) => item.state !== 'done')}
        settling={pages.settling}
        problem={problem}
        tools={
          shown.length > 0 && (
            <LinkButton
              kind="quiet"
              icon="eye"
              href={href(`/creator/stories/${story.id}/episodes/${episode.id}/preview`)}
            >
              {t('preview')}
            </LinkButton>
          )
        }
        change={pages.change}
        settle={async () => {
          await pages.removal.settle();
          await details.current?.settle();
        }}
        onChange={changed}
      />
      <div className={css.grid}>
        <PageManager pages={pages} mayEdit={mayEdit} recommended={props.recommended} />
        <aside className={css.aside}>
          {isOpen && <Readiness items={items} storyId={story.id} />}
          <EpisodeDetails
            ref={details}
            episode={episode}
            pages={sources}
            hasPages
            mayEdit={mayEdit}
            mayOrder={may.edit}
            titleMost={props.titleMost}
            change={pages.change}
            onChange={(next) => changed(next, notices('episode_saved'))}
          />
          <Receipts
            episodeId={episode.id}
            first={props.receipts}
            stamp={`${status} ${episode.publish_at}`}
            zone={zone}
          />
          {may.delete && isOpen && <DeleteEpisode episode={episode} />}
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
