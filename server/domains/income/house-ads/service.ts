/** Owns `house_ads`: administrators add, change and delete our own advertisements. Every action is logged. */
import { and, eq, isNull } from 'drizzle-orm';
import { houseAds, storySlugs } from '#db/schema/index.ts';
import { purge } from '../../../cache/purge.ts';
import { type Deps, inTransaction, type TransactionDeps } from '../../../deps.ts';
import { conflict, notFound, unprocessable } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import { LOCALES } from '../../../lib/locale.ts';
import { lockByName } from '../../../lib/locks.ts';
import { logAction } from '../../platform/audit/log.ts';
import type { AdminActionName } from '../../platform/audit/rules.ts';
import { findLastAction, overtaken, requireSeen } from '../../platform/audit/seen.ts';
import { firstAds } from './first-ads.ts';
import { adLocales, adProblems, type HouseAdFields, storySlugIn } from './rules.ts';

export type HouseAd = typeof houseAds.$inferSelect;

const ADS_MAX_COUNT = 2000;

/** Inserts the configured advertisements once. May run any number of times, because deleted ones stay in the table. */
export async function fillHouseAds(deps: Deps): Promise<void> {
  if ((await deps.db.select({ id: houseAds.id }).from(houseAds).limit(1)).length > 0) return;
  await inTransaction(deps, fillFirst);
}

async function fillFirst(tx: TransactionDeps): Promise<void> {
  await lockByName(tx, 'house_ads');
  const [known] = await tx.db.select({ id: houseAds.id }).from(houseAds).limit(1);
  if (known !== undefined) return;
  const createdAt = tx.clock.now();
  await tx.db
    .insert(houseAds)
    .values(firstAds(tx.config).map((ad) => ({ id: newId(createdAt.getTime()), createdAt, ...ad })));
  purge(tx, ['ads']);
}

/** Throws 422 with errors by field. */
export async function addHouseAd(
  deps: Deps,
  actorId: string,
  wanted: Omit<HouseAdFields, 'storyId'>,
): Promise<string> {
  return inTransaction(deps, async (tx) => {
    const ad = { ...wanted, storyId: await findStoryId(tx, wanted) };
    check(ad);
    await fillFirst(tx);
    if ((await tx.db.$count(houseAds, isNull(houseAds.deletedAt))) >= ADS_MAX_COUNT)
      throw conflict('too_many_ads');
    const id = newId(tx.clock.now().getTime());
    await tx.db.insert(houseAds).values({ id, ...ad, createdAt: tx.clock.now() });
    await settle(tx, actorId, 'ad_added', { id, ...ad });
    return id;
  });
}

type Change = Partial<Omit<HouseAdFields, 'storyId' | 'texts'>> & {
  /** Merges languages, so that two people editing different ones do not overwrite each other. */
  textsOf: (before: HouseAdFields['texts']) => HouseAdFields['texts'];
  seen?: string | undefined;
};

export const versionOf = ({ lockVersion }: Pick<HouseAd, 'lockVersion'>): string => String(lockVersion);

/** `seen` is the version that the administrator saw. Throws 409 `stale_version` when somebody else was faster. */
export async function changeHouseAd(
  deps: Deps,
  actorId: string,
  id: string,
  { seen, textsOf, ...given }: Change,
): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const known = await hold(tx, id);
    await requireSeen({ seen, version: versionOf(known) }, async () =>
      overtaken(tx, 'stale_version', await findLastAction(tx, id, ['ad_added', 'ad_changed'])),
    );
    const wanted = { ...given, texts: textsOf(known.texts) };
    const changed = { ...known, ...wanted };
    const storyId = await findStoryId(tx, changed);
    const ad = { ...changed, storyId };
    check(ad);
    await tx.db
      .update(houseAds)
      .set({ ...wanted, storyId, lockVersion: known.lockVersion + 1 })
      .where(eq(houseAds.id, id));
    await settle(tx, actorId, 'ad_changed', ad);
  });
}

export async function deleteHouseAd(deps: Deps, actorId: string, id: string): Promise<void> {
  await inTransaction(deps, async (tx) => {
    const known = await hold(tx, id);
    await tx.db.update(houseAds).set({ deletedAt: tx.clock.now() }).where(eq(houseAds.id, id));
    await settle(tx, actorId, 'ad_deleted', known);
  });
}

async function hold(tx: TransactionDeps, id: string): Promise<HouseAd> {
  const [known] = await tx.db
    .select()
    .from(houseAds)
    .where(and(eq(houseAds.id, id), isNull(houseAds.deletedAt)))
    .for('update');
  if (known === undefined) throw notFound('not_found');
  return known;
}

/** Finds the advertised story by any slug that it ever had. */
async function findStoryId(
  tx: TransactionDeps,
  { look, link }: Pick<HouseAdFields, 'look' | 'link'>,
): Promise<string | null> {
  const slug = look === 'story' ? storySlugIn(link) : undefined;
  if (slug === undefined) return null;
  const [found] = await tx.db
    .select({ id: storySlugs.storyId })
    .from(storySlugs)
    .where(eq(storySlugs.slug, slug));
  return found?.id ?? null;
}

function check(ad: HouseAdFields): void {
  const fields = adProblems(ad);
  if (Object.keys(fields).length > 0) throw unprocessable(fields);
}

/** Name for administrators: the title in the advertisement's first language. */
export const adName = (texts: HouseAdFields['texts']): string =>
  texts[adLocales(texts)[0] ?? LOCALES[0]]?.title ?? '';

async function settle(
  tx: TransactionDeps,
  actorId: string,
  deed: AdminActionName,
  { id, texts, link, weight }: HouseAdFields & { id: string },
): Promise<void> {
  purge(tx, ['ads']);
  await logAction(tx, {
    actorId,
    deed,
    subject: { type: 'ad', id, name: adName(texts) },
    details: { link, weight },
  });
}
