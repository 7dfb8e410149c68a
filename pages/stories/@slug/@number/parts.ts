/** How a chapter is cut where advertisements stand: behind every fourth section of its episode, counted through all chapters (ADS-03). */
import { slotsOf } from '#server/domains/income/interstitials/rules.ts';
import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';

/** `slot`: the number of the advertisement behind it. */
export type ChapterPart = { html: string; slot: number | null };

/** The slots behind sections of this chapter, and how many sections stand before it. */
export function slotsIn({ toc, chapter: { number } }: ReadChapters): { slots: number[]; before: number } {
  const count = (of: typeof toc): number => of.reduce((sum, { sections }) => sum + sections, 0);
  const before = count(toc.filter((one) => one.number < number));
  const upTo = count(toc.filter((one) => one.number <= number));
  return { slots: slotsOf(count(toc)).filter((slot) => slot > before && slot <= upTo), before };
}

export function partsOf(content: ReadChapters, { hasSlots }: { hasSlots: boolean }): ChapterPart[] {
  const { sections } = content.chapter;
  const { slots, before } = hasSlots ? slotsIn(content) : { slots: [], before: 0 };
  const parts: ChapterPart[] = [];
  let from = 0;
  for (const slot of slots) {
    parts.push({ html: sections.slice(from, slot - before).join(''), slot });
    from = slot - before;
  }
  // Behind a slot at the end of the chapter no text is left.
  if (from < sections.length || parts.length === 0)
    parts.push({ html: sections.slice(from).join(''), slot: null });
  return parts;
}
