/** Decides who may see a picture, from its uses. The rules for reading an episode are elsewhere. */

import {
  isOpenToAll,
  isStoryOpenToAll,
  type ReadingFacts,
  type StoryFacts,
} from '../domains/coins/unlock/rules.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../domains/publishing/countries/rules.ts';
import type { PurgeTag } from '../ports.ts';

export type PictureUse =
  | {
      of: 'episode';
      seenBy: 'readers' | 'everyone';
      storyId: string;
      episodeId: string;
      reading: ReadingFacts;
    }
  | { of: 'story'; storyId: string; story: StoryFacts }
  | { of: 'user'; userId: string };

/**
 * `public`: visible everywhere, cacheable under these tags; an episode's picture may be withdrawn. `here`: visible to
 * everyone in this country. `unavailable`: visible elsewhere, but not in this country. `signed`: needs a valid
 * signature. `gone`: nobody may see it.
 */
export type PictureAccess =
  | { kind: 'public'; tags: PurgeTag[]; isOfEpisode: boolean }
  | { kind: 'here' }
  | { kind: 'unavailable' }
  | { kind: 'signed' }
  | { kind: 'gone' };

/** An unused picture was just uploaded: its owner may view it with a signature. */
export function decidePictureAccess(uses: readonly PictureUse[], country: string | null): PictureAccess {
  if (uses.length > 0 && uses.every(isDead)) return { kind: 'gone' };
  const open = uses.filter(isOpen);
  if (open.some((use) => !isFiltered(geofilterOf(use)))) {
    const isOfEpisode = uses.some(({ of }) => of === 'episode');
    return { kind: 'public', tags: tagsOfUses(uses), isOfEpisode };
  }
  if (open.some((use) => isAvailableIn(geofilterOf(use), country))) return { kind: 'here' };
  return { kind: open.length > 0 ? 'unavailable' : 'signed' };
}

/** The owner of a deleted story still sees its cover, since they may restore it. Buyers keep what they bought. */
const isDead = (use: PictureUse): boolean =>
  use.of === 'episode' && (use.reading.episodeDeleted || (use.reading.storyDeleted && !use.reading.isKept));

/** Ignores countries. */
function isOpen(use: PictureUse): boolean {
  if (use.of === 'user') return true;
  if (use.of === 'story') return isStoryOpenToAll(use.story);
  const { reading, seenBy } = use;
  return isOpenToAll(seenBy === 'everyone' ? { ...reading, priceCoins: 0 } : reading);
}

function geofilterOf(use: PictureUse): GeofilterFacts | null {
  if (use.of === 'user') return null;
  return use.of === 'story' ? use.story.geofilter : use.reading.geofilter;
}

export const tagsOfUses = (uses: readonly PictureUse[]): PurgeTag[] => [...new Set(uses.flatMap(tagsOf))];

function tagsOf(use: PictureUse): PurgeTag[] {
  if (use.of === 'user') return [`profile:${use.userId}`];
  const story: PurgeTag = `story:${use.storyId}`;
  return use.of === 'story' ? [story] : [story, `episode:${use.episodeId}`];
}
