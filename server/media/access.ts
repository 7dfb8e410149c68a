/** Owns who may see a picture: it follows from what the picture is used for. Who may read an episode is asked, not decided. */
import type { PurgeTag } from '../cache/purge.ts';
import {
  isOpenToAll,
  isStoryOpenToAll,
  type ReadingFacts,
  type StoryFacts,
} from '../domains/coins/unlock/rules.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../domains/publishing/countries/rules.ts';

/** One thing that shows the picture, as the table of uses (`media/uses.ts`) found it. */
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
 * `public`: for everyone, everywhere, so it may be kept under these tags; an episode's may be withdrawn. `here`: for everyone in this country.
 * `unavailable`: elsewhere, but not in this country. `signed`: only by a valid signature. `gone`: for nobody.
 */
export type PictureAccess =
  | { kind: 'public'; tags: PurgeTag[]; isOfEpisode: boolean }
  | { kind: 'here' }
  | { kind: 'unavailable' }
  | { kind: 'signed' }
  | { kind: 'gone' };

/** A picture that is used nowhere yet was just uploaded, so its owner may look at it by a signature. */
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

/** The cover of a deleted story is still its owner's to see, who may bring the story back; what was bought is its readers'. */
const isDead = (use: PictureUse): boolean =>
  use.of === 'episode' && (use.reading.episodeDeleted || (use.reading.storyDeleted && !use.reading.isKept));

/** Whether anyone may see it, leaving countries aside. */
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
