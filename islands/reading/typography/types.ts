import type { Setting } from '../../../server/domains/reading/library/rules.ts';

export type { Setting };

declare global {
  interface ImportMeta {
    later(path: './clear.ts'): Promise<typeof import('./clear.ts')>;
    later(path: '../typography/settings.ts'): Promise<typeof import('./settings.ts')>;
    later(
      path: '../typography/account-sync.ts' | './account-sync.ts' | './typography/account-sync.ts',
    ): Promise<typeof import('./account-sync.ts')>;
  }
  /** Sets the text of the page (typography.ts). The result resolves when its face has loaded. */
  var setProse: ((setting: Partial<Setting>) => Promise<unknown> | undefined) | undefined;
}
