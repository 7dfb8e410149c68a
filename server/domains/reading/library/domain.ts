import {
  collectionFollowers,
  collectionStories,
  collections,
  episodePlaces,
  readingSettings,
  storyChoices,
  storyPlaces,
  subscriptions,
} from '#db/schema/index.ts';
import { listLimits } from '../../../limits/deeds.ts';
import { defineDomain } from '../../define.ts';
import { libraryContract } from './contract.ts';
import { storySubscribed } from './events.ts';
import { collectLimits, followLimits, libraryLimits, placeLimits } from './limits.ts';
import { collectLibrary, eraseLibrary } from './personal.ts';
import { libraryRoutes } from './routes.ts';

export const library = defineDomain({
  name: 'library',
  contract: libraryContract,
  routes: libraryRoutes,
  events: [storySubscribed],
  limits: {
    ...libraryLimits,
    ...listLimits(collectLimits, followLimits, placeLimits),
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
