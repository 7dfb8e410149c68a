/** Splits a chapter for ads: after every fourth section, counted through the whole episode (ADS-03). */
import { slotsOf } from '#server/domains/income/interstitials/rules.ts';
import type { ReadChapters } from '#server/domains/publishing/novels/chapters.ts';

/** `slot` is the number of the ad after it. */
export type ChapterPart = { html: string; slot: number | null };

/** Slots in this chapter, and the number of sections before it. */
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
  // A slot at the end of the chapter has no text after it.
  if (from < sections.length || parts.length === 0)
    parts.push({ html: sections.slice(from).join(''), slot: null });
  return parts;
}
