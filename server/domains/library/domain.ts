import {
  collectionStories,
  collections,
  episodePlaces,
  storyPlaces,
  subscriptions,
} from '../../../db/schema/index.ts';
import { defineDomain } from '../define.ts';
import { libraryContract } from './contract.ts';
import { collectLibrary, eraseLibrary } from './personal.ts';
import { libraryRoutes } from './routes.ts';

export const library = defineDomain({
  name: 'library',
  contract: libraryContract,
  routes: libraryRoutes,
  tables: [subscriptions, episodePlaces, storyPlaces, collections, collectionStories],
  personal: {
    columns: {
      'subscriptions.reader_id': 'erased',
      'episode_places.reader_id': 'erased',
      'story_places.reader_id': 'erased',
      'collections.owner_id': 'erased',
    },
    collect: collectLibrary,
    erase: eraseLibrary,
  },
});
