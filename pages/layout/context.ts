/** What the frame knows of the present request, for the parts of it that draw it. */
import { createContext, useContext } from 'react';
import type { Preview } from '../../server/domains/reading/reader/preview.ts';
import type { PageData } from './types.ts';

export type Frame = {
  /** Path and query without locale prefix and notices. */
  path: string;
  /** Nobody knows yet where it will be shown; `path` only leads on. */
  isAhead: boolean;
  /** Shown without JavaScript only; with it the browser shows them (ERR-16). */
  notices: { success: string | null; error: string | null };
  viewer: FrameViewer | null;
  story: PageData['story'];
  /** Something here needs the reader's leave (server/domains/accounts/consent). */
  asksConsent: boolean;
  /** The page is shown as somebody else sees it. */
  preview: Preview | null;
};

/** Who is signed in, as private pages draw it at once. */
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
