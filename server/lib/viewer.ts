/** Who is asking: what every rule may know of a signed-in user. Never a token, never a password. */
import type { Locale } from './locale.ts';

export type Viewer = {
  id: string;
  slug: string;
  displayName: string;
  language: Locale;
  publisher: boolean;
  founder: boolean;
  administrator: boolean;
  emailConfirmed: boolean;
  sessionId: string;
};
