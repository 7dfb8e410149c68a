import {
  episodeEvents,
  episodePages,
  keptChapters,
  keptPages,
  keptPictures,
  episodes as episodeRows,
} from '#db/schema/index.ts';
import { defineDomain } from '../../define.ts';
import { episodesContract } from './contract.ts';
import { episodeLimits } from './limits.ts';
import { collectEpisodes } from './personal.ts';
import { episodesRoutes } from './routes.ts';

export const episodes = defineDomain({
  name: 'episodes',
  contract: episodesContract,
  routes: episodesRoutes,
  tables: [episodeRows, episodePages, episodeEvents, keptPages, keptChapters, keptPictures],
  limits: episodeLimits,
  // A receipt belongs to the story's team; it no longer says who, since the account says nothing of anybody.
  personal: { columns: { 'episode_events.actor_id': 'kept' }, collect: collectEpisodes },
});
