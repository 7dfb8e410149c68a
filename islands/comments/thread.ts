/** What every comment of a list needs of the list. */
import { createContext, useContext } from 'react';
import type { Address } from '../../pages/addresses.ts';
import type { Person } from './named.ts';

export type ThreadFrame = {
  /** The page with its language, to come back to. */
  here: string;
  page: Address;
  isClosed: boolean;
  moderates: boolean;
  /** Of what is written, in characters. */
  maxLength: number;
  isSignedIn: boolean;
  /** Whose drafts may be sent by themselves; null for visitors, and where nobody knows. */
  viewerId: string | null;
  /** Who speaks here, by their slugs, as far as it has been drawn: whom an `@` may mean. */
  people: Map<string, Person>;
  /** Grows whenever the list comes anew. */
  version: number;
  /** Something was done: it is told, and the list comes anew. */
  done(message: string | undefined): Promise<void>;
  refused(error: unknown): void;
};

export const ThreadContext = createContext<ThreadFrame | null>(null);

export function useThread(): ThreadFrame {
  const frame = useContext(ThreadContext);
  if (frame === null) throw new Error('outside of a thread');
  return frame;
}
