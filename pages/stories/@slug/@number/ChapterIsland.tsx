import type { ReactNode } from 'react';
import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { useTranslations } from '#locales/react.tsx';
import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';

/** Facts about the chapter for its script (islands/reading/prose/wake.ts). */
export function ChapterIsland({
  content: { toc, chapter },
  children,
}: {
  content: ReadChapters;
  children: ReactNode;
}) {
  const t = useTranslations('tsukkomi');
  return (
    <PlainIsland
      name="prose"
      facts={{
        number: String(chapter.number),
        count: String(toc.length),
        // Text of a group of notes beside the text (islands/reading/notes/novel).
        notesHere: t('cluster', { count: '{count}' }),
      }}
    >
      {/* Wakes the footnotes in the text (islands/reading/footnotes/wake.ts). */}
      <PlainIsland name="notes" wake="touch">
        {children}
      </PlainIsland>
    </PlainIsland>
  );
}
