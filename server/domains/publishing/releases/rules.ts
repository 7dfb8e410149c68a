/** Owns what a release requires. The `policy` decides who may move an episode when. */
import type { EpisodeStatus, MediaPurpose } from '#db/schema/index.ts';
import { type PricingFacts, priceInForce } from '../pricing/rules.ts';

/** Back to readers if it was published before, but never back to the schedule (EPI-40). */
export const statusAfterUnblock = (blockedFrom: EpisodeStatus | null): EpisodeStatus =>
  blockedFrom === 'published' ? 'published' : 'in_progress';

export type ReadinessFacts = {
  publicationType: 'comics' | 'indie' | 'novel';
  hasCover: boolean;
  coverReady: boolean;
  title: string;
  pages: { total: number; ready: number; failed: number };
  chapters: number;
  emptyChapters?: number;
};

export const SHORTCOMINGS = [
  'cover',
  'title',
  'pages',
  'pages_processing',
  'pages_failed',
  'chapters',
  'chapters_empty',
] as const;
export type MissingPart = (typeof SHORTCOMINGS)[number];

export const TOGETHER_REFUSALS = [
  'account_deleting',
  'email_unconfirmed',
  'episode_blocked',
  'guardian_needed',
  'invalid_state',
  'not_found',
  'not_ready',
  'record_invalid',
  'story_is_blocked',
] as const;
export const TOGETHER_MAX_COUNT = 50;

/** Empty when the episode may be published. Page counts never refuse (EPI-46). */
export function missingParts(facts: ReadinessFacts): MissingPart[] {
  const missing: MissingPart[] = [];
  if (!facts.hasCover || !facts.coverReady) missing.push('cover');
  if (facts.title.trim() === '') missing.push('title');
  if (facts.publicationType === 'novel') {
    if (facts.chapters === 0) missing.push('chapters');
    else if ((facts.emptyChapters ?? 0) > 0) missing.push('chapters_empty');
    return missing;
  }
  const { total, ready, failed } = facts.pages;
  if (total === 0) missing.push('pages');
  else if (failed > 0) missing.push('pages_failed');
  else if (ready < total) missing.push('pages_processing');
  return missing;
}

export const pagePurpose = (format: string | null): MediaPurpose => (format === 'strip' ? 'strip' : 'page');

/** EPI-45: recommended, never required (EPI-46). */
export const PAGES_RECOMMENDED = { least: 5, most: 22 } as const;
export const PAGES_MAX_COUNT = 300;

export type EpisodeLine = {
  id: string;
  title: string;
  isPublished: boolean;
  customPriceCoins: number;
  firstPublishedAt: Date | null;
};
export type Standing = { number: number; isFree: boolean };
export type Consequence = { id: string; title: string; now: Standing; next: Standing };

type Story = { strategy: PricingFacts; lines: readonly EpisodeLine[] };

/** Published episodes that get another number or change between free and premium. */
export function consequencesOf(before: Story, after: Story, now: Date): Consequence[] {
  const [present, later] = [standings(before, now), standings(after, now)];
  return before.lines.flatMap(({ id, title }) => {
    const [was, becomes] = [present.get(id), later.get(id)];
    if (was === undefined || becomes === undefined) return [];
    const isSame = was.number === becomes.number && was.isFree === becomes.isFree;
    return isSame ? [] : [{ id, title, now: was, next: becomes }];
  });
}

function standings({ strategy, lines }: Story, now: Date): Map<string, Standing> {
  const found = new Map<string, Standing>();
  for (const [index, line] of lines.entries()) {
    if (!line.isPublished) continue;
    const coins = priceInForce(strategy, { ...line, publishedRank: found.size + 1 }, now);
    found.set(line.id, { number: index + 1, isFree: coins === 0 });
  }
  return found;
}
