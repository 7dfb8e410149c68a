/** Two versions of one chapter: which is to stay, and how the other one comes back. */
import type { RefObject } from 'react';
import type { Other } from '../autosave/keptOther.ts';
import type { ChapterAutosave, Draft } from './chapterAutosave.ts';

type Around = {
  kept: { other: Other<Draft> | null; keep: (draft: Draft | null) => void };
  /** Reads what stands in the area. */
  look: () => void;
  put: (draft: Draft) => void;
};

export const createVersions = (autosave: RefObject<ChapterAutosave | null>, { kept, look, put }: Around) => ({
  /** Both while it is disputed which is to stay. */
  versions: () => autosave.current?.both ?? null,
  /** What was decided against, for a day. */
  other: kept.other,
  /** Mine over what somebody else wrote. */
  overwrite(): void {
    const saving = autosave.current;
    if (saving === null) return;
    kept.keep(saving.both.base);
    void saving.decide(saving.both.mine);
  },
  /** Theirs instead of mine. */
  adopt(): void {
    const saving = autosave.current;
    if (saving === null) return;
    const { base } = saving.both;
    look();
    kept.keep(saving.both.mine);
    put(base);
    void saving.decide(base);
  },
  /** The version that was decided against instead of this one, which is kept in its place. */
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
