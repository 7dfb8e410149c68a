/** Editor of an episode with pages: its pages, its title and publishing (EPI-13, EPI-14). */

import { useCallback, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../../pages/addresses.ts';
import { Button, LinkButton } from '../../pages/ui/Button.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { useToast } from '../useToast.ts';
import { visible } from './comic/board.ts';
import { PageManager } from './comic/PageManager.tsx';
import { checklist } from './comic/readiness.ts';
import type { PageList, Tell } from './comic/state.ts';
import { usePages } from './comic/usePages.ts';
import { type EditorFacts, EditorFrame, isOpen } from './releases/EditorFrame.tsx';
import type { ReleaseEpisode } from './releases/release.ts';
import { partsOf } from './releases/sourcePages.ts';

export type EpisodeEditorProps = EditorFacts & {
  list: PageList;
  recommended: { least: number; most: number };
};

export default function EpisodeEditor(props: EpisodeEditorProps) {
  const { story, may } = props;
  const t = useTranslations('console');
  const notices = useTranslations('notices');
  const href = useHref();
  const toast = useToast();
  const [episode, setEpisode] = useState(props.episode);
  const [problem, setProblem] = useState<string | null>(null);
  const { show } = toast;
  const tell: Tell = useMemo(() => ({ done: show, failed: setProblem }), [show]);
  const [swaps, setSwaps] = useState(0);
  const pages = usePages(episode.id, props.list, tell, props.zone);

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

  const maySwap = may.publish && episode.status === 'published' && props.publisher === null;
  const { versioned } = pages;
  const changed = useCallback(
    (next: ReleaseEpisode, notice: string | null) => {
      // Renders at once, so that the next queued change uses this version.
      flushSync(() => {
        setEpisode(next);
        versioned(next.lock_version);
        if (notice !== null) show(notice);
      });
    },
    [versioned, show],
  );
  return (
    <>
      <EditorFrame
        facts={props}
        episode={episode}
        items={items}
        pages={shown.flatMap((page, place) => (page.state === 'ready' ? partsOf(page, place + 1) : []))}
        settling={pages.settling}
        maySwap={maySwap}
        swaps={swaps}
        problem={problem}
        tools={
          shown.length > 0 && (
            <LinkButton
              kind="quiet"
              icon="eye"
              href={href(
                address('/creator/stories/@id/episodes/@episodeId/preview', {
                  id: story.id,
                  episodeId: episode.id,
                }),
              )}
            >
              {t('preview')}
            </LinkButton>
          )
        }
        change={pages.change}
        settle={() => pages.removal.settle()}
        onChange={changed}
        refresh={() => pages.refresh({ follow: true })}
      >
        <PageManager
          pages={pages}
          mayEdit={may.edit && isOpen(episode)}
          pagedStoryId={story.format === 'strip' ? undefined : story.id}
          language={story.language}
          zone={props.zone}
          swap={
            maySwap
              ? {
                  purpose: story.format === 'strip' ? 'strip' : 'page',
                  onDone() {
                    setSwaps((count) => count + 1);
                    show(notices('page_swapped'));
                  },
                }
              : undefined
          }
          recommended={props.recommended}
        />
      </EditorFrame>
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
