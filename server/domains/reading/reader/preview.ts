/**
 * Shows a story as somebody else sees it. The address is signed for one member of the story's team, and for an hour. It
 * opens nothing by itself: each request looks its caller up in the team again.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { storySlugs } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { HOUR_MS } from '../../../lib/durations.ts';
import { notFound } from '../../../lib/errors.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import type { Signer } from '../../media/present.ts';
import { privateSigner } from '../../media/signing.ts';
import { requireStory } from '../../publishing/stories/team.ts';
import { isAboveAge, PREVIEW_AGES, type PreviewWish } from './rules.ts';

const TEXT_MAX_LENGTH = 1000;

export type Preview = PreviewWish & {
  token: string;
  storyId: string;
  storySlug: string;
  isAboveAge: boolean;
  /** Signs addresses, because much that this reader would see is not public. */
  sign: Signer;
};

type Held = {
  story: string;
  viewer: string;
  country: string | null;
  age: PreviewWish['age'];
  unlocked: boolean;
  at: number;
  expires: number;
};

/** Throws 404 for anybody outside the team. */
export async function issuePreview(
  deps: Deps,
  viewer: Viewer,
  storyId: string,
  wish: PreviewWish,
): Promise<{ token: string; slug: string }> {
  const { story } = await requireStory(deps, viewer, storyId, 'view');
  const held: Held = {
    story: story.id,
    viewer: viewer.id,
    country: wish.country,
    age: wish.age,
    unlocked: wish.hasUnlocked,
    at: wish.at.getTime(),
    expires: deps.clock.now().getTime() + HOUR_MS,
  };
  const text = Buffer.from(JSON.stringify(held)).toString('base64url');
  return { token: `${text}.${signatureOf(deps, text).toString('base64url')}`, slug: story.slug };
}

/** Throws 404 unless the token is ours, valid, and names this story and the caller, a member of its team. */
export async function findPreview(
  deps: Deps,
  viewer: Viewer | null,
  { token, slug }: { token: string; slug: string },
): Promise<Preview> {
  const now = deps.clock.now();
  const held = readToken(deps, token);
  if (held === null || viewer === null || held.viewer !== viewer.id || held.expires <= now.getTime()) {
    throw notFound('not_found');
  }
  const [[named], { story }] = await Promise.all([
    deps.db.select({ storyId: storySlugs.storyId }).from(storySlugs).where(eq(storySlugs.slug, slug)),
    requireStory(deps, viewer, held.story, 'view'),
  ]);
  if (named?.storyId !== story.id) throw notFound('not_found');
  return {
    token,
    storyId: story.id,
    storySlug: story.slug,
    country: held.country,
    age: held.age,
    hasUnlocked: held.unlocked,
    at: new Date(Math.max(held.at, now.getTime())),
    isAboveAge: isAboveAge(story.rating, held.age),
    sign: privateSigner(deps),
  };
}

function readToken(deps: Deps, token: string): Held | null {
  if (token.length > TEXT_MAX_LENGTH) return null;
  const [text = '', signature = '', ...rest] = token.split('.');
  const [given, ours] = [Buffer.from(signature, 'base64url'), signatureOf(deps, text)];
  if (rest.length > 0 || given.length !== ours.length || !timingSafeEqual(given, ours)) return null;
  const held = JSON.parse(Buffer.from(text, 'base64url').toString()) as Held;
  return PREVIEW_AGES.includes(held.age) ? held : null;
}

/** The signed text contains the purpose, as in every other use of the key. */
const signatureOf = (deps: Deps, text: string): Buffer =>
  createHmac('sha256', deps.signingKey).update(`story-preview\n${text}`).digest();
