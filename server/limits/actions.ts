/** Action limits per account and per address, by minute and by day. New accounts have lower limits. */
import type { Deps } from '../deps.ts';
import { isAway } from '../lib/away.ts';
import type { Call } from '../lib/contract.ts';
import { isStorageFull } from '../lib/disk.ts';
import { DAY_MS } from '../lib/durations.ts';
import { isAppError } from '../lib/errors.ts';
import type { CallContext, RouteSet } from '../lib/mount.ts';
import type { Viewer } from '../lib/viewer.ts';
import { spend } from './allowances.ts';
import { type Allowance, type MostPair, perDay, perMinute } from './attempts.ts';

export type Actor = { viewer: Viewer; address: string };
/** `minuteNew` and `dayNew` apply to accounts under a day old. */
export type ActionLimits = Record<'minute' | 'day' | 'minuteNew' | 'dayNew', Allowance>;

/** For edits of one's own texts and lists. Nobody makes this many by hand. */
export const TENDING: Record<keyof ActionLimits, MostPair> = {
  minute: [120, 1_000],
  day: [3_000, 50_000],
  minuteNew: [60, 500],
  dayNew: [600, 5_000],
};

export const actionLimits = (name: string, most: Record<keyof ActionLimits, MostPair>): ActionLimits => ({
  minute: perMinute(name, most.minute),
  day: perDay(`${name}-daily`, most.day),
  minuteNew: perMinute(`${name}-new`, most.minuteNew),
  dayNew: perDay(`${name}-new-daily`, most.dayNew),
});

export type Standing = { isNew: boolean };

/** Counts the action against all limits in one statement. Refused actions are not counted. Throws 429. */
export async function withinActionLimits<T>(
  deps: Deps,
  { viewer, address }: Actor,
  limits: ActionLimits,
  work: (standing: Standing) => Promise<T>,
): Promise<T> {
  const isNew = isNewAccount(deps, viewer);
  const allowances = isNew ? [limits.minuteNew, limits.dayNew] : [limits.minute, limits.day];
  const spent = await spend(
    deps,
    { userId: viewer.id, address },
    allowances.map((allowance) => ({ allowance, amount: 1 })),
  );
  try {
    return await work({ isNew });
  } catch (error) {
    if (isAppError(error)) await spent.giveBack();
    // A full disk or missing service stopped the work, and may stop this too. Retries must not use up the limit.
    else if (isStorageFull(error) || isAway(error)) await spent.giveBack().catch(() => {});
    throw error;
  }
}

export const isNewAccount = ({ clock }: Pick<Deps, 'clock'>, { createdAt }: Viewer): boolean =>
  clock.now().getTime() - createdAt.getTime() < DAY_MS;

type UsersCall = Call & { access: 'user' };

/** Adds one shared limit to all writing calls of users, besides the limits of single calls. */
export function limitWrites(routes: RouteSet<Deps>, limits: ActionLimits): RouteSet<Deps> {
  const handlers = Object.entries(routes.handlers).map(([route, handle]) => {
    const { access } = (routes.contract as Record<string, Call>)[route] ?? {};
    if (route.startsWith('GET ') || access !== 'user') return [route, handle];
    const limited = (context: CallContext<UsersCall, Deps>) =>
      withinActionLimits(context.deps, { viewer: context.viewer, address: context.request.ip }, limits, () =>
        handle(context as never),
      );
    return [route, limited];
  });
  return { ...routes, handlers: Object.fromEntries(handlers) };
}

export const listLimits = (...sets: readonly ActionLimits[]): Record<string, Allowance> =>
  Object.fromEntries(sets.flatMap((set) => Object.values(set).map((one) => [one.name, one])));
