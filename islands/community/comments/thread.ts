import { createContext, useContext } from 'react';
import type { Address } from '../../../pages/addresses.ts';
import type { CommentView } from '../../../server/domains/community/comments/queries.ts';
import type { Person } from './named.ts';

export type ThreadFrame = {
  here: string;
  page: Address;
  isClosed: boolean;
  moderates: boolean;
  /** The viewer hides as an administrator outside the team and must give a statement of reasons. */
  statesReasons: boolean;
  maxLength: number;
  isSignedIn: boolean;
  /** Drafts of this user are sent automatically. Null for visitors and when unknown. */
  viewerId: string | null;
  people: Map<string, Person>;
  version: number;
  /** The comment answered last on this page. Its replies are open. */
  answered: string | null;
  done(message: string | undefined, made: { comment?: CommentView; reply?: CommentView }): Promise<void>;
  refused(error: unknown): void;
};

export const ThreadContext = createContext<ThreadFrame | null>(null);

export function useThread(): ThreadFrame {
  const frame = useContext(ThreadContext);
  if (frame === null) throw new Error('outside of a thread');
  return frame;
}
