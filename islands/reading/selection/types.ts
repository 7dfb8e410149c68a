import type { watchSelection } from './bar.ts';

declare global {
  interface ImportMeta {
    later(path: '../selection/bar.ts'): Promise<{ watchSelection: typeof watchSelection }>;
  }
}
