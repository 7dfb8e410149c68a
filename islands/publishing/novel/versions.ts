/** Decides between two versions of a chapter, and brings the other one back. */
import type { RefObject } from 'react';
import type { Other } from '../../autosave/keptOther.ts';
import type { ChapterAutosave, Draft } from './chapterAutosave.ts';

type Around = {
  kept: { other: Other<Draft> | null; keep: (draft: Draft | null) => void };
  /** Reads what stands in the area. */
  look: () => void;
  put: (draft: Draft) => void;
};

export const createVersions = (autosave: RefObject<ChapterAutosave | null>, { kept, look, put }: Around) => ({
  /** Both versions while nobody has decided. */
  versions: () => autosave.current?.both ?? null,
  /** What was decided against, for a day. */
  other: kept.other,
  /** Keeps my version. */
  overwrite(): void {
    const saving = autosave.current;
    if (saving === null) return;
    kept.keep(saving.both.base);
    void saving.decide(saving.both.mine);
  },
  /** Takes their version. */
  adopt(): void {
    const saving = autosave.current;
    if (saving === null) return;
    const { base } = saving.both;
    look();
    kept.keep(saving.both.mine);
    put(base);
    void saving.decide(base);
  },
  /** Swaps this version with the one that was decided against. */
  takeBack(): void {
    const saving = autosave.current;
    if (saving === null || kept.other === null) return;
    const { value } = kept.other;
    look();
    kept.keep(saving.both.mine);
    put(value);
    void saving.save();
  },
});
