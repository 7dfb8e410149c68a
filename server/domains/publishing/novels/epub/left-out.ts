import { LEFT_OUT_KINDS, type LeftOutKind } from '../rules.ts';
import type { LeftOut } from './book.ts';
import { NAME_MAX_LENGTH, NAMES_MAX_COUNT } from './limits.ts';
import { said } from './said.ts';

export type Leavings = {
  /** `file`: the text that lacks it. */
  add(kind: LeftOutKind, name?: string | null, file?: string): void;
  list(chaptersOf: (file: string) => readonly number[]): LeftOut[];
};

export function createLeavings(): Leavings {
  const kinds = new Map<LeftOutKind, { count: number; names: Set<string>; files: Set<string> }>();
  return {
    add(kind, name = null, file) {
      const all = kinds.get(kind) ?? { count: 0, names: new Set(), files: new Set() };
      kinds.set(kind, all);
      all.count += 1;
      if (file !== undefined) all.files.add(file);
      if (all.names.size >= NAMES_MAX_COUNT) return;
      const short = said(name ?? '', NAME_MAX_LENGTH);
      if (short !== '') all.names.add(short);
    },
    list: (chaptersOf) =>
      LEFT_OUT_KINDS.flatMap((kind) => {
        const all = kinds.get(kind);
        if (all === undefined) return [];
        const chapters = [...new Set([...all.files].flatMap(chaptersOf))].sort((a, b) => a - b);
        return [{ kind, count: all.count, names: [...all.names], chapters }];
      }),
  };
}
