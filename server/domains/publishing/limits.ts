import { perHour } from '../../limits/attempts.ts';

export const storyLimits = {
  stories: perHour('stories', [30, 300]),
};

export const episodeLimits = {
  episodes: perHour('episodes', [200, 2000]),
};

export const teamLimits = {
  invite: perHour('invite', 40),
  inviteMail: perHour('invite-mail', 5),
};

export const novelLimits = {
  /** Saves count per 64 KiB. The editor saves every few seconds. */
  chapterSaves: perHour('chapter-saves', [4000, 20_000]),
  /** Each keeps a processor busy for seconds. */
  booksRead: perHour('books-read', [60, 300]),
};
