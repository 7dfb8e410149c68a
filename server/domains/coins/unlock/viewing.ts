/**
 * The only entry point for reading: combines facts (`access-facts.ts`), the reader's rights and `decideAccess`. Used by
 * API, reader page, views, advertisements and previews. Pictures follow the same rules.
 */
import type { Deps } from '../../../deps.ts';
import { notFound, paymentRequired, unavailableForLegalReasons } from '../../../lib/errors.ts';
import { isAdministrator } from '../../../lib/viewer.ts';
import type { Signer } from '../../media/present.ts';
import { privateSigner } from '../../media/signing.ts';
import type { KnownEpisode } from './access-facts.ts';
import { findUnlocks } from './queries.ts';
import {
  type Access,
  ANYONE,
  decideAccess,
  decideStoryAccess,
  isKeptFor,
  isOpenToAll,
  isStoryOpenToAll,
  type ReaderFacts,
  type ReadingFacts,
  type StoryRow,
  storyFacts,
} from './rules.ts';
import { findTeams, type Person } from './teams.ts';

type Own = Pick<ReaderFacts, 'isTeam' | 'hasUnlocked'>;

export type Who = {
  person: Person | null;
  country: string | null;
  /** Facts already known about the reader, which saves a query. */
  known?: Partial<Own>;
  /** Signer of a preview, which shows content that is not public. */
  sign?: Signer | undefined;
};

export type Viewing = Own & {
  facts: ReadingFacts;
  /** For anybody in this country. */
  forAll: Access;
  access: Access;
  /** The reader sees the last public version, which they paid for. */
  isKept: boolean;
  /** Signs picture addresses. Missing when the pictures are public. */
  sign: Signer | undefined;
};

export type Wish = {
  /** Also looks up team and unlock for an open episode, where they do not affect access. */
  evenIfOpen?: boolean;
};

export async function viewingOf(deps: Deps, who: Who, where: KnownEpisode, wish?: Wish): Promise<Viewing> {
  const [viewing] = await viewingsOf(deps, [{ who, where }], wish);
  return viewing as Viewing;
}

/** The same for many, in order, with at most two queries. */
export async function viewingsOf(
  deps: Deps,
  asked: readonly { who: Who; where: KnownEpisode }[],
  { evenIfOpen = false }: Wish = {},
): Promise<Viewing[]> {
  const looks = asked.map(({ who, where }) => {
    const forAll = decideAccess(where.facts, { ...ANYONE, country: who.country });
    return { who, where, forAll, isAsked: evenIfOpen || forAll !== 'readable' };
  });
  const hasUnlocked = await askUnlocks(
    deps,
    looks.filter(
      ({ who, where, isAsked, forAll }) =>
        isAsked &&
        (evenIfOpen ||
          where.facts.isKept ||
          (forAll === 'locked' && !(who.person && isAdministrator(who.person)))),
    ),
  );
  const isTeam = await askTeams(
    deps,
    looks.filter((look) => look.isAsked && (evenIfOpen || !hasUnlocked(look))),
  );
  return looks.map((look) => {
    const { who, where, forAll } = look;
    const { facts } = where;
    const own = { isTeam: isTeam(look), hasUnlocked: hasUnlocked(look) };
    const reader = { ...own, country: who.country };
    const access = decideAccess(facts, reader);
    const isKept = isKeptFor(facts, reader);
    return { facts, forAll, access, isKept, ...own, sign: who.sign ?? signerOf(deps, facts, access) };
  });
}

type Look = { who: Who; where: KnownEpisode };

async function askUnlocks(deps: Deps, looks: readonly Look[]): Promise<(look: Look) => boolean> {
  const open = looks.filter(({ who }) => who.known?.hasUnlocked === undefined && who.person !== null);
  const userIds = [...new Set(open.flatMap(({ who }) => who.person?.id ?? []))];
  const episodeIds = [...new Set(open.map(({ where }) => where.id))];
  const unlocks = open.length === 0 ? () => false : await findUnlocks(deps, { userIds, episodeIds });
  return ({ who, where }) => who.known?.hasUnlocked ?? unlocks(who.person?.id ?? null, where.id);
}

async function askTeams(deps: Deps, looks: readonly Look[]): Promise<(look: Look) => boolean> {
  const open = looks.filter(({ who }) => who.known?.isTeam === undefined && who.person !== null);
  const people = open.flatMap(({ who }) => who.person ?? []);
  const storyIds = [...new Set(open.map(({ where }) => where.storyId))];
  const teams = await findTeams(deps, { people, storyIds });
  return ({ who, where }) => who.known?.isTeam ?? (who.person !== null && teams(who.person, where.storyId));
}

/** Public content needs no signature. Unreadable content has no address. */
const signerOf = (deps: Deps, facts: ReadingFacts, access: Access): Signer | undefined =>
  access === 'readable' && !isOpenToAll(facts) ? privateSigner(deps) : undefined;

export function viewingOfStory(
  deps: Deps,
  { country, isTeam, sign }: { country: string | null; isTeam: boolean; sign?: Signer | undefined },
  row: StoryRow,
): { access: Exclude<Access, 'locked'>; sign: Signer | undefined } {
  const facts = storyFacts(row);
  return {
    access: decideStoryAccess(facts, { country, isTeam }),
    sign: sign ?? (isStoryOpenToAll(facts) ? undefined : privateSigner(deps)),
  };
}

/** Throws 404 for hidden content, 451 for content not available in the country. */
export function refuseClosed(access: Access): void {
  if (access === 'hidden') throw notFound('not_found');
  if (access === 'unavailable') throw unavailableForLegalReasons('story_not_available');
}

/** Also throws 402 with `body` for locked content. */
export function requireReadable(access: Access, body?: Record<string, unknown>): void {
  refuseClosed(access);
  if (access === 'locked') throw paymentRequired('episode_locked', body && { body });
}
