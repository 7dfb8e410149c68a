/** Owns who may see a picture: it follows from what the picture is used for. Who may read an episode is asked, not decided. */
import type { PurgeTag } from '../cache/purge.ts';
import { type GeofilterFacts, isAvailableIn, isFiltered } from '../domains/geo/rules.ts';
import { ANYONE, decideAccess, type ReadingFacts } from '../domains/unlock/rules.ts';

export type PictureUse =
  | { kind: 'page' | 'thumbnail'; storyId: string; episodeId: string; reading: ReadingFacts }
  | {
      kind: 'cover';
      storyId: string;
      storyPublished: boolean;
      storyDeleted: boolean;
      geofilter: GeofilterFacts | null;
    }
  | { kind: 'profile'; userId: string };

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
    const isOfEpisode = uses.some(({ kind }) => kind === 'page' || kind === 'thumbnail');
    return { kind: 'public', tags: [...new Set(uses.flatMap(tagsOf))], isOfEpisode };
  }
  if (open.some((use) => isAvailableIn(geofilterOf(use), country))) return { kind: 'here' };
  return { kind: open.length > 0 ? 'unavailable' : 'signed' };
}

/** The cover of a deleted story is still its owner's to see, who may bring the story back. */
function isDead(use: PictureUse): boolean {
  if (use.kind === 'profile' || use.kind === 'cover') return false;
  return use.reading.storyDeleted || use.reading.episodeDeleted;
}

/** Whether anyone may see it, leaving countries aside. */
function isOpen(use: PictureUse): boolean {
  switch (use.kind) {
    case 'profile':
      return true;
    case 'cover':
      return use.storyPublished && !use.storyDeleted;
    case 'thumbnail':
      // The list of episodes shows them whatever the episode costs.
      return decideAccess({ ...use.reading, geofilter: null, priceCoins: 0 }, ANYONE) === 'readable';
    case 'page':
      return decideAccess({ ...use.reading, geofilter: null }, ANYONE) === 'readable';
  }
}

function geofilterOf(use: PictureUse): GeofilterFacts | null {
  if (use.kind === 'profile') return null;
  return use.kind === 'cover' ? use.geofilter : use.reading.geofilter;
}

function tagsOf(use: PictureUse): PurgeTag[] {
  if (use.kind === 'profile') return [`profile:${use.userId}`];
  const story: PurgeTag = `story:${use.storyId}`;
  return use.kind === 'cover' ? [story] : [story, `episode:${use.episodeId}`];
}
