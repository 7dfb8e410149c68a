import { createContext, useContext } from 'react';
import type { Preview } from '../../server/domains/reading/reader/preview.ts';
import type { PageData } from './types.ts';

export type Frame = {
  /** Path and query without locale prefix and notices. */
  path: string;
  /** Rendered in advance for an unknown address. `path` is only for links. */
  isAhead: boolean;
  /** For readers without a script. With one, the browser shows them (ERR-16). */
  notices: { success: string | null; error: string | null };
  viewer: FrameViewer | null;
  story: PageData['story'];
  /** True when the page has parts that need consent (server/domains/accounts/consent). */
  asksConsent: boolean;
  preview: Preview | null;
};

export type FrameViewer = {
  displayName: string;
  publisher: boolean;
  administrator: boolean;
  emailConfirmed: boolean;
  thumbnailUrl: string | null;
  notificationCount: number;
  walletCoins: number;
};

export const FrameContext = createContext<Frame | null>(null);

export function useFrame(): Frame {
  const frame = useContext(FrameContext);
  if (!frame) throw new Error('outside of a page');
  return frame;
}
