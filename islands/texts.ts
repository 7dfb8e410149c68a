/**
 * What each island says (`namespace` or `namespace.key`), for the server and the build; only these texts travel. What several say
 * is listed once.
 */

/** What each island says (`namespace` or `namespace.key`), listed once for server and build; only these texts travel. */
import { FACTOR } from './accounts/second-factor/texts.ts';
import { USER_MENU } from './accounts/userMenuTexts.ts';
import { LIVE_SEARCH } from './discovery/search/texts.ts';
import { NOTIFICATIONS, TELL_HERE } from './notifications/news/texts.ts';
import { BOOK_ENTRANCE, EPUB_READING, EPUB_UPLOAD } from './publishing/novel/texts.ts';
import { COLLECTION_ORDER } from './reading/collections/texts.ts';
import { SAVE_ROWS, SAVED } from './reading/offline/texts.ts';
import { STORY_DEEDS, STORY_RATING, SUBSCRIBE_ALL } from './reading/story/texts.ts';
import type { IslandName } from './registry.ts';

/** What refused forms say. */
const FORM = ['errors.communication', 'errors.summary', 'fields'] as const;

/** What a deed changes for other episodes. */
const CONSEQUENCES = [
  'release.andMore',
  'release.becomesFree',
  'release.becomesNumber',
  'release.becomesPremium',
  'release.buyers',
  'release.consequences',
  'release.consequencesUnknown',
  'release.draftsCount',
  'release.leaveIt',
  'release.readersSee',
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

const NEW_PASSWORD = [
  'account.newPassword',
  'account.passwordHint',
  'account.repeatPassword',
  'account.savePassword',
  'account.saving',
  'codes.passwords_differ',
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

/** What is said where comments stand. */
const COMMENTS = ['comments', 'errors.communication', 'errors.summary', 'fields.body'] as const;

export const texts: Record<IslandName, readonly string[]> = {
  ...FACTOR,
  Comments: COMMENTS,
  OneComment: COMMENTS,
  ChangePasswordForm: ['account.currentPassword', ...NEW_PASSWORD],
  CollectionOrder: COLLECTION_ORDER,
  CountriesForm: [
    'console.loadAgain',
    'errors.summary',
    'console.saving',
    'countries',
    'errors.communication',
    'fields.countries',
    'notices.geofiltering_saved',
  ],
  DeleteAccount: [...FORM, 'settings'],
  EpisodeEditor: [
    ...EPISODE,
    'codes.archive_too_large',
    'codes.archive_unsupported',
    'notices.page_removed',
    'notices.page_swapped',
    'notices.pages_sorted',
  ],
  EpisodeList: [
    'console.addEpisode',
    'console.adding',
    'console.chooseEpisode',
    'console.close',
    'console.firstEpisodeTitle',
    'console.loadAgain',
    'console.move',
    'console.moveDown',
    'console.moveTo',
    'console.moveUp',
    'console.nextEpisodeTitle',
    'console.noEpisodes',
    'console.states',
    'errors.communication',
    'fields.title',
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
  EpubReading: EPUB_READING,
  EpubUpload: EPUB_UPLOAD,
  ForgottenForm: ['account.email', 'account.sendLink', 'account.sending', ...FORM],
  LanguageOrder: ['errors.communication', 'fields', 'profile', 'sortable'],
  LastDeed: [],
  LiveSearch: LIVE_SEARCH,
  Notes: ['tsukkomi'],
  Notifications: [...FORM, ...NOTIFICATIONS],
  NovelEditor: [...EPISODE, ...BOOK_ENTRANCE, 'notices.chapter_removed', 'novel'],
  PictureCrop: ['errors.communication', 'fields', 'profile'],
  PricesForm: [
    ...CONSEQUENCES,
    'console.loadAgain',
    'console.saving',
    'errors.communication',
    'errors.summary',
    'fields.free_after_days',
    'fields.free_count',
    'notices.settings_changed',
    'prices',
  ],
  ProfileForm: [...BIRTHDAY, ...FORM, 'profile'],
  Report: ['errors.communication', 'errors.summary', 'fields.text', 'report', 'reportCategories'],
  ReportQueue: [...FORM, 'reportCategories', 'reportQueue', 'reportSubjects'],
  ResetForm: ['account.askAgain', ...NEW_PASSWORD],
  SavedEpisodes: SAVED,
  SettingsForm: [...FORM, 'settings'],
  SignInForm: [
    'account.email',
    'account.password',
    'account.setNew',
    'account.signIn',
    'account.signingIn',
    ...FORM,
  ],
  SignUpForm: [...BIRTHDAY, ...NEW_ACCOUNT, 'account.password', 'account.passwordHint'],
  SocialAccountForm: [...BIRTHDAY, ...NEW_ACCOUNT],
  StoryCounts: ['story.likes', 'story.ratings', 'story.reads', 'story.subscribers'],
  StoryDeeds: STORY_DEEDS,
  StoryForm: [
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
    'release.buyers',
  ],
  StoryMarks: [
    'errors.communication',
    'fields.price',
    ...SAVE_ROWS,
    'story.chapters',
    'story.pages',
    'story.place',
    'story.states',
    'story.youRead',
    'unlock',
  ],
  StoryRating: STORY_RATING,
  SubscribeAll: SUBSCRIBE_ALL,
  TellHere: TELL_HERE,
  TeamManager: [
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
  UnlockDialog: ['errors.communication', 'fields.price', 'unlock'],
  UserMenu: USER_MENU,
};

/**
 * Islands that the same people meet share one file of texts for each language; the browser keeps it. What stands in no file
 * is so short that it travels in the page.
 */
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
  story: ['Report', 'StoryCounts', 'StoryDeeds', 'StoryMarks', 'StoryRating'],
};
