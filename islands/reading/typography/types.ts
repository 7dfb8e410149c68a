import type { Setting } from '../../../server/domains/reading/library/rules.ts';

export type { Setting };

declare global {
  interface ImportMeta {
    later(path: './clear.ts'): Promise<typeof import('./clear.ts')>;
    later(path: '../typography/settings.ts'): Promise<typeof import('./settings.ts')>;
    later(
      path: '../typography/known.ts' | './known.ts' | './typography/known.ts',
    ): Promise<typeof import('./known.ts')>;
  }
  /** Sets the text of the page (looks.ts); what it answers is done when its face is there. */
  var setProse: ((setting: Partial<Setting>) => Promise<unknown> | undefined) | undefined;
}
