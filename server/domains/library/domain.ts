import {
  collectionFollowers,
  collectionStories,
  collections,
  episodePlaces,
  readingSettings,
  storyChoices,
  storyPlaces,
  subscriptions,
} from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { libraryContract } from './contract.ts';
import { storySubscribed } from './events.ts';
import { followLimits, libraryLimits, placeLimits } from './limits.ts';
import { collectLibrary, eraseLibrary } from './personal.ts';
import { libraryRoutes } from './routes.ts';

export const library = defineDomain({
  name: 'library',
  contract: libraryContract,
  routes: libraryRoutes,
  events: [storySubscribed],
  limits: {
    ...libraryLimits,
    follow: followLimits.minute,
    followDaily: followLimits.day,
    followNew: followLimits.minuteNew,
    followNewDaily: followLimits.dayNew,
    place: placeLimits.minute,
    placeDaily: placeLimits.day,
    placeNew: placeLimits.minuteNew,
    placeNewDaily: placeLimits.dayNew,
  },
  tables: [
    subscriptions,
    episodePlaces,
    storyPlaces,
    storyChoices,
    readingSettings,
    collections,
    collectionStories,
    collectionFollowers,
  ],
  personal: {
    columns: {
      'subscriptions.reader_id': 'erased',
      'episode_places.reader_id': 'erased',
      'story_places.reader_id': 'erased',
      'story_choices.reader_id': 'erased',
      'reading_settings.reader_id': 'erased',
      'collections.owner_id': 'erased',
      'collection_followers.reader_id': 'erased',
    },
    collect: collectLibrary,
    erase: eraseLibrary,
  },
});
