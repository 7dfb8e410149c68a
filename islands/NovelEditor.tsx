/** One episode of a novel in the console: its chapters, what it is called, and the way to its readers (EPI-15, STO-08). */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHref, useTranslations } from '../locales/react.tsx';
import { LinkButton } from '../pages/ui/Button.tsx';
import { Toast } from '../pages/ui/Toast.tsx';
import { ChapterList } from './novel/ChapterList.tsx';
import { type ChapterList as List, useChapters } from './novel/useChapters.ts';
import { beginWriting, type WritingStart } from './novel/useWriting.ts';
import { Writing, type WritingHandle } from './novel/Writing.tsx';
import css from './pages/Editor.module.css';
import { Readiness } from './pages/Readiness.tsx';
import { novelChecklist, type ReadinessFacts } from './pages/readiness.ts';
import { DeleteEpisode } from './publish/DeleteEpisode.tsx';
import { type DetailsHandle, EpisodeDetails } from './publish/EpisodeDetails.tsx';
import { Receipts } from './publish/Receipts.tsx';
import { ReleaseHead } from './publish/ReleaseHead.tsx';
import type { ReceiptPage, ReleaseEpisode, ReleaseRights, ReleaseStory } from './publish/release.ts';
import { useWording } from './useRefusal.ts';
import { useToast } from './useToast.ts';

export type NovelEditorProps = {
  episode: ReleaseEpisode;
  list: List;
  receipts: ReceiptPage;
  story: ReleaseStory & { cover: ReadinessFacts['cover'] };
  may: ReleaseRights;
  publisher: ReadinessFacts['publisher'];
  /** The creator's own time zone. */
  zone: string;
  /** Who looks: text that did not reach the server is kept for them alone. */
  viewerId: string;
  titleMost: number;
};

export default function NovelEditor(props: NovelEditorProps) {
  const { story, may, zone } = props;
  const t = useTranslations('novel');
  const notices = useTranslations('notices');
  const href = useHref();
  const wording = useWording();
  const { text, show } = useToast();
  const [episode, setEpisode] = useState(props.episode);
  const [problem, setProblem] = useState<string | null>(null);
  const [writing, setWriting] = useState<WritingStart | null>(null);
  const details = useRef<DetailsHandle>(null);
  const handle = useRef<WritingHandle>(null);
  const chapters = useChapters(episode.id, props.list);
  const list = chapters.chapters;

  const { status } = episode;
  const isOpen = status === 'in_progress' || status === 'scheduled';
  const mayEdit = may.edit && isOpen;
  const preview = `/creator/stories/${story.id}/episodes/${episode.id}/chapters`;
  const items = novelChecklist({
    hasTitle: episode.title.trim() !== '',
    cover: story.cover,
    chapters: { total: list.length, empty: list.filter((chapter) => chapter.characters_count === 0).length },
    publisher: may.publish ? props.publisher : null,
  });

  const { versioned } = chapters;
  const changed = (next: ReleaseEpisode, notice: string) => {
    setEpisode(next);
    versioned(next.lock_version);
    show(notice);
  };
  const open = useEffectEvent(async (id: string) => {
    setProblem(null);
    try {
      setWriting(beginWriting(await chapters.read(id), props.viewerId));
    } catch (error) {
      setProblem(wording(error).message);
    }
  });
  // The open chapter stands in the address, so that loading the page again, or going back to it, leads to it.
  const first = useEffectEvent(() => {
    const id = new URLSearchParams(location.search).get('chapter');
    if (id !== null && mayEdit && list.some((chapter) => chapter.id === id)) void open(id);
  });
  useEffect(() => first(), []);
  const openId = writing?.chapter.id ?? null;
  const wasOpen = useRef(false);
  useEffect(() => {
    if (openId === null && !wasOpen.current) return;
    wasOpen.current = true;
    const url = new URL(location.href);
    if (openId === null) url.searchParams.delete('chapter');
    else url.searchParams.set('chapter', openId);
    history.replaceState(history.state, '', url);
  }, [openId]);
  const onHandle = useCallback((next: WritingHandle | null) => {
    handle.current = next;
  }, []);

  const close = (notice: string | null) => {
    setWriting(null);
    if (notice !== null) show(notice);
    // The list is drawn anew; what was pressed is gone with the chapter.
    requestAnimationFrame(() => document.getElementById('chapters')?.focus());
  };
  return (
    <>
      <ReleaseHead
        episode={episode}
        story={story}
        may={may}
        zone={zone}
        lacking={items.filter((item) => item.state !== 'done')}
        tools={
          list.length > 0 &&
          status !== 'published' &&
          writing === null && (
            <LinkButton kind="quiet" icon="eye" href={href(preview)}>
              {t('preview')}
            </LinkButton>
          )
        }
        problem={problem}
        change={chapters.change}
        settle={async () => {
          await handle.current?.settle();
          await details.current?.settle();
        }}
        onChange={(next, notice) => {
          changed(next, notice);
          if (next.status === 'published') setWriting(null);
        }}
      />
      <div className={css.grid}>
        {writing !== null && mayEdit ? (
          <Writing
            key={writing.chapter.id}
            start={writing}
            chapters={chapters}
            language={story.language}
            titleMost={props.titleMost}
            preview={preview}
            onHandle={onHandle}
            onClose={(kept) => {
              close(null);
              setProblem(kept ? t('keptHint') : null);
            }}
            onRemoved={() => close(notices('chapter_removed'))}
          />
        ) : (
          <ChapterList
            chapters={chapters}
            language={story.language}
            mayEdit={mayEdit}
            titleMost={props.titleMost}
            preview={preview}
            onOpen={(id) => void open(id)}
            onAdded={(chapter) => setWriting(beginWriting(chapter, props.viewerId))}
            onSorted={(error) => {
              if (error === null) show(notices('order_changed'));
              setProblem(error === null ? null : wording(error).message);
            }}
          />
        )}
        <aside className={css.aside}>
          {isOpen && <Readiness items={items} storyId={story.id} />}
          <EpisodeDetails
            ref={details}
            episode={episode}
            pages={[]}
            hasPages={false}
            mayEdit={mayEdit}
            mayOrder={may.edit}
            titleMost={props.titleMost}
            change={chapters.change}
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
      <Toast>{text}</Toast>
    </>
  );
}
