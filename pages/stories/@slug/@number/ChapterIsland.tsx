import type { ReactNode } from 'react';
import { PlainIsland } from '#islands/runtime/PlainIsland.tsx';
import { useTranslations } from '#locales/react.tsx';
import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';

/** What the script of a chapter has to know of it: which one it is, and of how many (islands/reading/prose/wake.ts). */
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
        // What crowded notes beside the text say (islands/reading/notes/novel).
        notesHere: t('cluster', { count: '{count}' }),
      }}
    >
      {/* What is done with its words (islands/reading/footnotes/wake.ts). */}
      <PlainIsland name="notes" wake="touch">
        {children}
      </PlainIsland>
    </PlainIsland>
  );
}
