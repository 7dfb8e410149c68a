import type { RefObject } from 'react';
import type { Other } from '../../autosave/keptOther.ts';
import type { ChapterAutosave, Draft } from './chapterAutosave.ts';

type Around = {
  kept: { other: Other<Draft> | null; keep: (draft: Draft | null) => void };
  look: () => void;
  put: (draft: Draft) => void;
};

export const createVersions = (autosave: RefObject<ChapterAutosave | null>, { kept, look, put }: Around) => ({
  versions: () => autosave.current?.both ?? null,
  other: kept.other,
  overwrite(): void {
    const saving = autosave.current;
    if (saving === null) return;
    kept.keep(saving.both.base);
    void saving.decide(saving.both.mine);
  },
  adopt(): void {
    const saving = autosave.current;
    if (saving === null) return;
    const { base } = saving.both;
    look();
    kept.keep(saving.both.mine);
    put(base);
    void saving.decide(base);
  },
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
