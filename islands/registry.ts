/** What refused forms say. */
const FORM = ['errors.communication', 'errors.summary', 'fields'] as const;

/** What a deed changes for other episodes. */
const CONSEQUENCES = [
  'release.andMore',
  'release.becomesFree',
  'release.becomesNumber',
  'release.becomesPremium',
  'release.consequences',
  'release.consequencesUnknown',
  'release.leaveIt',
] as const;

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
  ...FORM,
] as const;

const CROP = [
  'profile.cancel',
  'profile.cropArea',
  'profile.cropHeading',
  'profile.cropHint',
  'profile.opening',
  'profile.saving',
  'profile.usePicture',
  'profile.zoom',
] as const;

const EPISODE = [
  ...CROP,
  'autosave',
  'codes.episode_blocked',
  'console',
  'directions',
  ...FORM,
  'notices.episode_deleted',
  'notices.episode_saved',
  'notices.order_changed',
  'notices.publish_success',
  'notices.schedule_success',
  'notices.unpublish_success',
  'notices.unschedule_success',
  'problems',
  'profile.tooLarge',
  'profile.wrongType',
  'reader.pagePart',
  'release',
  'shortcomings',
  'sortable',
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
      ...FORM,
    ],
  },
  CountriesForm: {
    load: () => import('./CountriesForm.tsx'),
    messages: [
      'console.loadAgain',
      'console.saving',
      'countries',
      'errors.communication',
      'errors.summary',
      'fields.countries',
      'notices.geofiltering_saved',
    ],
  },
  DeleteAccount: {
    load: () => import('./DeleteAccount.tsx'),
    messages: [...FORM, 'settings'],
  },
  EpisodeEditor: {
    load: () => import('./EpisodeEditor.tsx'),
    messages: [
      ...EPISODE,
      'codes.archive_too_large',
      'codes.archive_unsupported',
      'notices.page_removed',
      'notices.page_swapped',
      'notices.pages_sorted',
    ],
  },
  EpisodeList: {
    load: () => import('./EpisodeList.tsx'),
    messages: [
      'console',
      ...FORM,
      'notices.episode_added',
      'notices.order_changed',
      ...CONSEQUENCES,
      'release.creationFailed',
      'release.orderAsk',
      'release.orderDo',
      'release.orderOfOthers',
      'release.orderSeen',
      'sortable',
    ],
  },
  ForgottenForm: {
    load: () => import('./ForgottenForm.tsx'),
    messages: ['account.email', 'account.sendLink', 'account.sending', ...FORM],
  },
  LanguageOrder: {
    load: () => import('./LanguageOrder.tsx'),
    messages: ['errors.communication', 'fields', 'profile', 'sortable'],
  },
  LastDeed: {
    load: () => import('./LastDeed.tsx'),
    messages: [],
  },
  NovelEditor: {
    load: () => import('./NovelEditor.tsx'),
    messages: [...EPISODE, 'notices.chapter_removed', 'novel'],
  },
  PictureCrop: {
    load: () => import('./PictureCrop.tsx'),
    messages: ['errors.communication', 'fields', 'profile'],
  },
  PricesForm: {
    load: () => import('./PricesForm.tsx'),
    messages: [
      ...CONSEQUENCES,
      'console.loadAgain',
      'console.saving',
      'errors.communication',
      'errors.summary',
      'fields.free_count',
      'notices.settings_changed',
      'prices',
    ],
  },
  ProfileForm: {
    load: () => import('./ProfileForm.tsx'),
    messages: [...BIRTHDAY, ...FORM, 'profile'],
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
      ...FORM,
    ],
  },
  SettingsForm: {
    load: () => import('./SettingsForm.tsx'),
    messages: [...FORM, 'settings'],
  },
  SignInForm: {
    load: () => import('./SignInForm.tsx'),
    messages: [
      'account.email',
      'account.password',
      'account.setNew',
      'account.signIn',
      'account.signingIn',
      ...FORM,
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
      ...CROP,
      'autosave',
      'codes.story_published',
      'console.changePicture',
      'console.choosePicture',
      'console.deleteStory',
      'console.deleteStoryAsk',
      'console.deleteStoryDo',
      'console.deleteStoryHint',
      'console.deleting',
      'console.keep',
      'console.pictureFailed',
      'console.pictureProcessing',
      'console.pictureSending',
      'console.tooLarge',
      'console.typeTitle',
      'console.wrongType',
      'directions',
      ...FORM,
      'notices.story_deleted',
      'notices.story_saved',
      'problems',
      'storyForm',
    ],
  },
  TeamManager: {
    load: () => import('./TeamManager.tsx'),
    messages: [
      ...FORM,
      'notices.invitation_revoked',
      'notices.invitation_sent',
      'notices.member_removed',
      'notices.role_changed',
      'notices.team_left',
      'team.alone',
      'team.email',
      'team.invitations',
      'team.invite',
      'team.inviteHint',
      'team.leave',
      'team.leaveAsk',
      'team.leaveDo',
      'team.leaving',
      'team.members',
      'team.places',
      'team.remove',
      'team.removeAsk',
      'team.removeDo',
      'team.removeName',
      'team.removing',
      'team.resend',
      'team.resendTo',
      'team.revoke',
      'team.revokeOf',
      'team.revoking',
      'team.role',
      'team.roleOf',
      'team.roles',
      'team.save',
      'team.saveRole',
      'team.saving',
      'team.send',
      'team.sending',
      'team.since',
      'team.states',
      'team.you',
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
