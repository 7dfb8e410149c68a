export const STORY_DEEDS = [
  'errors.communication',
  'fields.stars',
  'story.continueAt',
  'story.continueShort',
  'story.continueWith',
  'story.isSubscribed',
  'story.notify',
  'story.readEpisode',
  'story.subscribe',
  'story.unsubscribe',
] as const;

export const SUBSCRIBE_ALL = [
  'errors.communication',
  'fields.stars',
  'subscribeAll.isSubscribed',
  'subscribeAll.subscribe',
  'subscribeAll.unsubscribe',
] as const;

export const STORY_RATING = [
  'errors.communication',
  'fields.stars',
  'story.notRated',
  'story.rate',
  'story.rateHint',
  'story.rateNotOwn',
  'story.rated',
  'story.ratedBy',
  'story.stars',
  'story.takeBack',
  'story.yourRating',
] as const;
