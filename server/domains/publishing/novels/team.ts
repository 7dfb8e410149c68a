import type { Deps } from '../../../deps.ts';
import { conflict } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { requireOpenEpisode } from '../episodes/pages.ts';
import type { TeamEpisode } from '../episodes/team.ts';

export async function requireNovelEpisode(
  deps: Deps,
  viewer: Pick<Viewer, 'id'>,
  episodeId: string,
  lockVersion?: number,
  options?: { forUpdate?: boolean },
): Promise<TeamEpisode> {
  const found = await requireOpenEpisode(deps, viewer, episodeId, lockVersion, options);
  if (found.story.publicationType !== 'novel') throw conflict('invalid_state');
  return found;
}
