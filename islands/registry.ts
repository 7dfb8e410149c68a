/**
 * Every island by name, and the texts it needs (`namespace` or `namespace.key`); only these travel with it. An island that
 * is not listed never ships.
 */
export const islands = {
  ReadingProgress: {
    load: () => import('./ReadingProgress.tsx'),
    messages: [
      'reader.chapterPlace',
      'reader.episode',
      'reader.nextEpisode',
      'reader.nextPage',
      'reader.place',
      'reader.previousEpisode',
      'reader.previousPage',
      'reader.progress',
    ],
  },
  UserMenu: {
    load: () => import('./UserMenu.tsx'),
    messages: ['header.logOut', 'header.notifications', 'header.signIn', 'header.stories'],
  },
} as const;

export type IslandName = keyof typeof islands;
