import type { IslandName } from '../registry.ts';

/** Islands that the same readers meet share one cached text file per language. Short texts travel in the page. */
export const TEXT_FILES: Record<string, readonly IslandName[]> = {
  entry: ['ForgottenForm', 'ResetForm', 'SignInForm', 'SignUpForm', 'SocialAccountForm'],
  account: [
    'ChangePasswordForm',
    'DeleteAccount',
    'LanguageOrder',
    'PictureCrop',
    'ProfileForm',
    'SettingsForm',
  ],
  console: [
    'CountriesForm',
    'EpisodeEditor',
    'EpisodeList',
    'NovelEditor',
    'PricesForm',
    'StoryForm',
    'TeamManager',
  ],
  collection: ['CollectionOrder'],
  comments: ['Comments', 'OneComment'],
  notes: ['Notes'],
  notifications: ['Notifications', 'TellHere'],
  saved: ['SavedEpisodes'],
  search: ['LiveSearch'],
  story: ['Report', 'StoryCounts', 'StoryActions', 'StoryMarks', 'StoryRating'],
};

export const textFileOf = (name: string): string | null =>
  Object.entries(TEXT_FILES).find(([, names]) => names.some((each) => each === name))?.[0] ?? null;
