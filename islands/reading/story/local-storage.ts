/** This browser's positions in the episodes of a story. The reader writes them, with or without an account. */

export type KeptPlace = { number: number; episodeId: string; item: number; furthest: number };

const KEY = 'places';

/** Latest position first. */
export function keptPlaces(slug: string): KeptPlace[] {
  const found: (KeptPlace & { at: number })[] = [];
  for (const [key, place] of Object.entries(read())) {
    const [, of, episode] = /^([a-z0-9-]+)\/([1-9]\d*)$/.exec(key) ?? [];
    if (of !== slug || typeof place !== 'object' || place === null) continue;
    const { episodeId, number: item, furthest = 0, at } = place as Record<string, unknown>;
    if (typeof episodeId !== 'string' || !isCount(item) || !isCount(at)) continue;
    found.push({ number: Number(episode), episodeId, item, furthest: Number(furthest) || 0, at });
  }
  return found.sort((a, b) => b.at - a.at);
}

const isCount = (value: unknown): value is number => Number.isInteger(value) && Number(value) > 0;

function read(): object {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}
