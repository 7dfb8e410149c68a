/** What every comment of a list needs of the list. */
import { createContext, useContext } from 'react';
import type { Address } from '../../../pages/addresses.ts';
import type { CommentView } from '../../../server/domains/community/comments/queries.ts';
import type { Person } from './named.ts';

export type ThreadFrame = {
  /** The page with its language, to come back to. */
  here: string;
  page: Address;
  isClosed: boolean;
  moderates: boolean;
  /** Hides as an administrator outside the team, with a statement of reasons. */
  statesReasons: boolean;
  /** Of what is written, in characters. */
  maxLength: number;
  isSignedIn: boolean;
  /** Whose drafts may be sent by themselves; null for visitors, and where nobody knows. */
  viewerId: string | null;
  /** Who speaks here, by their slugs, as far as it has been drawn: whom an `@` may mean. */
  people: Map<string, Person>;
  /** Grows whenever the list comes anew. */
  version: number;
  /** The comment that was answered here last; its replies stand open. */
  answered: string | null;
  /** Something was done: it is told, and the list comes anew, with what was written here. */
  done(message: string | undefined, made: { comment?: CommentView; reply?: CommentView }): Promise<void>;
  refused(error: unknown): void;
};

export const ThreadContext = createContext<ThreadFrame | null>(null);

export function useThread(): ThreadFrame {
  const frame = useContext(ThreadContext);
  if (frame === null) throw new Error('outside of a thread');
  return frame;
}
