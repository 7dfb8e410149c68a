import { eq } from 'drizzle-orm';
import { media, users } from '#db/schema/index.ts';
import type { TransactionDeps } from '../../../deps.ts';
import { purgeAuthor } from './public-pages.ts';

type User = typeof users.$inferSelect;

async function lockUser({ db }: TransactionDeps, id: string): Promise<User | null> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for('update');
  return user === undefined || user.erasedAt !== null ? null : user;
}

/** Returns the hidden text, or null when the profile was empty. The owner may write another one. */
export async function takeProfileTextDown(
  tx: TransactionDeps,
  userId: string,
): Promise<{ text: string; website: string | null } | null> {
  const user = await lockUser(tx, userId);
  if (user === null || (user.bio === null && user.website === null)) return null;
  await tx.db.update(users).set({ bio: null, website: null }).where(eq(users.id, userId));
  await purgeAuthor(tx, userId);
  return { text: user.bio ?? '', website: user.website };
}

/** Keeps a newer text. */
export async function putProfileTextBack(
  tx: TransactionDeps,
  userId: string,
  { text, website = null }: { text: string; website?: string | null },
): Promise<void> {
  const user = await lockUser(tx, userId);
  if (user === null || user.bio !== null || user.website !== null) return;
  await tx.db
    .update(users)
    .set({ bio: text === '' ? null : text, website })
    .where(eq(users.id, userId));
  await purgeAuthor(tx, userId);
}

export async function takePictureDown(tx: TransactionDeps, userId: string): Promise<string | null> {
  const user = await lockUser(tx, userId);
  if (user === null || user.pictureMediaId === null) return null;
  await tx.db.update(users).set({ pictureMediaId: null }).where(eq(users.id, userId));
  await purgeAuthor(tx, userId);
  return user.pictureMediaId;
}

/** Keeps a newer picture. A deleted picture cannot be restored. */
export async function putPictureBack(tx: TransactionDeps, userId: string, mediaId: string): Promise<void> {
  const user = await lockUser(tx, userId);
  if (user === null || user.pictureMediaId !== null) return;
  if ((await tx.db.$count(media, eq(media.id, mediaId))) === 0) return;
  await tx.db.update(users).set({ pictureMediaId: mediaId }).where(eq(users.id, userId));
  await purgeAuthor(tx, userId);
}
