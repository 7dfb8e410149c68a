/** Texts that several islands say, listed once. */

/** What refused forms say. */
export const FORM = ['errors.communication', 'errors.summary', 'fields'] as const;

/** What a deed changes for other episodes. */
export const CONSEQUENCES = [
  'release.andMore',
  'release.becomesFree',
  'release.becomesNumber',
  'release.becomesPremium',
  'release.consequences',
  'release.consequencesUnknown',
  'release.leaveIt',
] as const;

export const BIRTHDAY = [
  'account.consent',
  'account.consentNote',
  'account.dateOfBirth',
  'account.day',
  'account.month',
  'account.year',
] as const;

export const NEW_ACCOUNT = [
  'account.displayName',
  'account.displayNameHint',
  'account.email',
  'account.signUp',
  'account.signingUp',
  'account.subscribe',
  ...FORM,
] as const;

export const CROP = [
  'profile.cancel',
  'profile.cropArea',
  'profile.cropHeading',
  'profile.cropHint',
  'profile.opening',
  'profile.saving',
  'profile.usePicture',
  'profile.zoom',
] as const;

export const EPISODE = [
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
