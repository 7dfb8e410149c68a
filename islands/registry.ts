/** Every island by name; one that is not listed never ships. Its texts stand in texts.ts. */
export const islands = {
  ChangePasswordForm: { load: () => import('./ChangePasswordForm.tsx') },
  CountriesForm: { load: () => import('./CountriesForm.tsx') },
  DeleteAccount: { load: () => import('./DeleteAccount.tsx') },
  EpisodeEditor: { load: () => import('./EpisodeEditor.tsx') },
  EpisodeList: { load: () => import('./EpisodeList.tsx') },
  ForgottenForm: { load: () => import('./ForgottenForm.tsx') },
  LanguageOrder: { load: () => import('./LanguageOrder.tsx') },
  LastDeed: { load: () => import('./LastDeed.tsx') },
  NovelEditor: { load: () => import('./NovelEditor.tsx') },
  PictureCrop: { load: () => import('./PictureCrop.tsx') },
  PricesForm: { load: () => import('./PricesForm.tsx') },
  ProfileForm: { load: () => import('./ProfileForm.tsx') },
  ResetForm: { load: () => import('./ResetForm.tsx') },
  SettingsForm: { load: () => import('./SettingsForm.tsx') },
  SignInForm: { load: () => import('./SignInForm.tsx') },
  SignUpForm: { load: () => import('./SignUpForm.tsx') },
  SocialAccountForm: { load: () => import('./SocialAccountForm.tsx') },
  StoryCounts: { load: () => import('./StoryCounts.tsx') },
  StoryDeeds: { load: () => import('./StoryDeeds.tsx') },
  StoryForm: { load: () => import('./StoryForm.tsx') },
  StoryMarks: { load: () => import('./StoryMarks.tsx') },
  StoryRating: { load: () => import('./StoryRating.tsx') },
  TeamManager: { load: () => import('./TeamManager.tsx') },
  UserMenu: { load: () => import('./UserMenu.tsx') },
} as const;

export type IslandName = keyof typeof islands;
