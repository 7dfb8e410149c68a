/**
 * Every island by name, and the texts it needs (`namespace` or `namespace.key`); only these travel with it. An island that
 * is not listed never ships.
 */
export const islands = {
  EpisodeEditor: {
    load: () => import('./EpisodeEditor.tsx'),
    messages: ['codes.episode_blocked', 'console', 'errors.communication', 'fields', 'problems'],
  },
  EpisodeList: {
    load: () => import('./EpisodeList.tsx'),
    messages: ['console', 'errors.communication', 'fields'],
  },
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
  SignInForm: {
    load: () => import('./SignInForm.tsx'),
    messages: ['account', 'errors.communication', 'fields'],
  },
  SignUpForm: {
    load: () => import('./SignUpForm.tsx'),
    messages: ['account', 'errors.communication', 'fields'],
  },
  StoryForm: {
    load: () => import('./StoryForm.tsx'),
    messages: ['codes.story_published', 'console', 'errors.communication', 'fields', 'problems'],
  },
  UserMenu: {
    load: () => import('./UserMenu.tsx'),
    messages: ['header.logOut', 'header.notifications', 'header.signIn', 'header.stories'],
  },
} as const;

export type IslandName = keyof typeof islands;
