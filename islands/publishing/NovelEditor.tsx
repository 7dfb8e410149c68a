/** Editor of a novel's episode: its chapters, its title and publishing (EPI-15, STO-08). */

import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../../pages/addresses.ts';
import { LinkButton } from '../../pages/ui/Button.tsx';
import { Toast } from '../../pages/ui/Toast.tsx';
import { useWording } from '../useRefusal.ts';
import { useToast } from '../useToast.ts';
import { novelChecklist } from './comic/readiness.ts';
import { BookEntrance, type BookEntranceProps } from './novel/BookEntrance.tsx';
import { ChapterList } from './novel/ChapterList.tsx';
import { beginWriting, type WritingStart } from './novel/useChapterSaving.ts';
import { type ChapterList as List, useChapters } from './novel/useChapters.ts';
import { Writing, type WritingHandle } from './novel/Writing.tsx';
import { type EditorFacts, EditorFrame, isOpen } from './releases/EditorFrame.tsx';

export type NovelEditorProps = EditorFacts & {
  list: List;
  /** Unsent text is kept in this browser for this user only. */
  viewerId: string;
  book: BookEntranceProps['book'];
  picturesMaxCount: number;
};

export default function NovelEditor(props: NovelEditorProps) {
  const { story, may } = props;
  const t = useTranslations('novel');
  const notices = useTranslations('notices');
  const href = useHref();
  const wording = useWording();
  const { text, show } = useToast();
  const [episode, setEpisode] = useState(props.episode);
  const [problem, setProblem] = useState<string | null>(null);
  const [writing, setWriting] = useState<WritingStart | null>(null);
  const handle = useRef<WritingHandle>(null);
  const chapters = useChapters(episode.id, props.list);
  const list = chapters.chapters;

  const mayEdit = may.edit && isOpen(episode);
  const preview = address('/creator/stories/@id/episodes/@episodeId/chapters', {
    id: story.id,
    episodeId: episode.id,
  });
  const items = novelChecklist({
    hasTitle: episode.title.trim() !== '',
    cover: story.cover,
    chapters: { total: list.length, empty: list.filter(({ is_empty }) => is_empty).length },
    publisher: may.publish ? props.publisher : null,
  });

  const open = useEffectEvent(async (id: string) => {
    setProblem(null);
    try {
      setWriting(beginWriting(await chapters.read(id), props.viewerId));
    } catch (error) {
      setProblem(wording(error).message);
    }
  });
  // The address names the open chapter, so that reloading or going back opens it again.
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
    // The list is rendered again. The pressed button may be gone with the chapter.
    if (openId === null && document.activeElement === document.body) {
      document.getElementById('chapters')?.focus();
    }
  }, [openId]);
  const onHandle = useCallback((next: WritingHandle | null) => {
    handle.current = next;
  }, []);

  const close = (notice: string | null) => {
    setWriting(null);
    if (notice !== null) show(notice);
  };
  return (
    <>
      <EditorFrame
        facts={props}
        episode={episode}
        items={items}
        pages={null}
        tools={
          list.length > 0 &&
          episode.status !== 'published' &&
          writing === null && (
            <LinkButton kind="quiet" icon="eye" href={href(preview)}>
              {t('preview')}
            </LinkButton>
          )
        }
        problem={problem}
        change={chapters.change}
        refresh={chapters.refresh}
        settle={async () => handle.current?.settle()}
        onChange={(next, notice) => {
          setEpisode(next);
          chapters.versioned(next.lock_version);
          if (notice !== null) show(notice);
          if (next.status === 'published') setWriting(null);
        }}
      >
        {writing !== null && mayEdit ? (
          <Writing
            key={writing.chapter.id}
            start={writing}
            chapters={chapters}
            language={story.language}
            titleMaxLength={props.titleMaxLength}
            zone={props.zone}
            picturesMaxCount={props.picturesMaxCount}
            preview={preview}
            episodeTitle={episode.title}
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
            titleMaxLength={props.titleMaxLength}
            preview={preview}
            tools={
              (mayEdit || props.book.original !== null) && (
                <BookEntrance
                  place={{ id: story.id, episodeId: episode.id }}
                  book={props.book}
                  mayEdit={mayEdit}
                />
              )
            }
            onOpen={(id) => void open(id)}
            onAdded={(chapter) => setWriting(beginWriting(chapter, props.viewerId))}
            onSorted={(error) => {
              if (error === null) show(notices('order_changed'));
              setProblem(error === null ? null : wording(error).message);
            }}
          />
        )}
      </EditorFrame>
      <Toast>{text}</Toast>
    </>
  );
}
