const BIRTHDAY = [
  'account.consent',
  'account.consentNote',
  'account.dateOfBirth',
  'account.day',
  'account.month',
  'account.year',
] as const;

const NEW_ACCOUNT = [
  'account.displayName',
  'account.displayNameHint',
  'account.email',
  'account.signUp',
  'account.signingUp',
  'account.subscribe',
  'errors.communication',
  'fields',
] as const;

/**
 * Every island by name, and the texts it needs (`namespace` or `namespace.key`); only these travel with it. An island that
 * is not listed never ships.
 */
export const islands = {
  ChangePasswordForm: {
    load: () => import('./ChangePasswordForm.tsx'),
    messages: [
      'account.currentPassword',
      'account.newPassword',
      'account.passwordHint',
      'account.repeatPassword',
      'account.savePassword',
      'account.saving',
      'codes.passwords_differ',
      'errors.communication',
      'fields',
    ],
  },
  DeleteAccount: {
    load: () => import('./DeleteAccount.tsx'),
    messages: ['errors.communication', 'fields', 'settings'],
  },
  EpisodeEditor: {
    load: () => import('./EpisodeEditor.tsx'),
    messages: [
      'codes.episode_blocked',
      'console',
      'errors.communication',
      'fields',
      'notices.episode_deleted',
      'notices.episode_saved',
      'notices.order_changed',
      'notices.page_removed',
      'notices.pages_sorted',
      'notices.publish_success',
      'notices.unpublish_success',
      'problems',
    ],
  },
  EpisodeList: {
    load: () => import('./EpisodeList.tsx'),
    messages: ['console', 'errors.communication', 'fields', 'notices.episode_added', 'notices.order_changed'],
  },
  ForgottenForm: {
    load: () => import('./ForgottenForm.tsx'),
    messages: ['account.email', 'account.sendLink', 'account.sending', 'errors.communication', 'fields'],
  },
  LanguageOrder: {
    load: () => import('./LanguageOrder.tsx'),
    messages: ['errors.communication', 'fields', 'profile'],
  },
  PictureCrop: {
    load: () => import('./PictureCrop.tsx'),
    messages: ['errors.communication', 'fields', 'profile'],
  },
  ProfileForm: {
    load: () => import('./ProfileForm.tsx'),
    messages: [...BIRTHDAY, 'errors.communication', 'fields', 'profile'],
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
  ResetForm: {
    load: () => import('./ResetForm.tsx'),
    messages: [
      'account.askAgain',
      'account.newPassword',
      'account.passwordHint',
      'account.repeatPassword',
      'account.savePassword',
      'account.saving',
      'codes.passwords_differ',
      'errors.communication',
      'fields',
    ],
  },
  SettingsForm: {
    load: () => import('./SettingsForm.tsx'),
    messages: ['errors.communication', 'fields', 'settings'],
  },
  SignInForm: {
    load: () => import('./SignInForm.tsx'),
    messages: [
      'account.email',
      'account.password',
      'account.setNew',
      'account.signIn',
      'account.signingIn',
      'errors.communication',
      'fields',
    ],
  },
  SignUpForm: {
    load: () => import('./SignUpForm.tsx'),
    messages: [...BIRTHDAY, ...NEW_ACCOUNT, 'account.password', 'account.passwordHint'],
  },
  SocialAccountForm: {
    load: () => import('./SocialAccountForm.tsx'),
    messages: [...BIRTHDAY, ...NEW_ACCOUNT],
  },
  StoryForm: {
    load: () => import('./StoryForm.tsx'),
    messages: [
      'codes.story_published',
      'console',
      'errors.communication',
      'fields',
      'notices.story_deleted',
      'notices.story_saved',
      'problems',
    ],
  },
  UserMenu: {
    load: () => import('./UserMenu.tsx'),
    messages: [
      'header.logOut',
      'header.notifications',
      'header.profile',
      'header.settings',
      'header.signIn',
      'header.stories',
    ],
  },
} as const;

export type IslandName = keyof typeof islands;
