/** What is said where readers subscribe. */
export const STORY_DEEDS = [
  'errors.communication',
  'fields.stars',
  'story.continueAt',
  'story.continueShort',
  'story.continueWith',
  'story.isSubscribed',
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
