/** The door to the chapters of an episode. */
import type { TransactionDeps } from '../../deps.ts';
import { conflict } from '../../lib/errors.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { requireOpenEpisode } from '../episodes/pages.ts';
import type { TeamEpisode } from '../episodes/team.ts';

export async function requireNovelEpisode(
  tx: TransactionDeps,
  viewer: Viewer,
  episodeId: string,
  lockVersion?: number,
): Promise<TeamEpisode> {
  const found = await requireOpenEpisode(tx, viewer, episodeId, lockVersion);
  if (found.story.publicationType !== 'novel') throw conflict('invalid_state');
  return found;
}
