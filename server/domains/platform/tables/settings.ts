/** Owns `settings`: values that all processes of a database share and nobody configures. */
import { eq } from 'drizzle-orm';
import { settings } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';

type Asker = Pick<Deps, 'db'>;

export async function findSetting({ db }: Asker, name: string): Promise<string | null> {
  const [row] = await db.select({ value: settings.value }).from(settings).where(eq(settings.name, name));
  return row?.value ?? null;
}

/** The first writer wins. */
export async function keepSetting({ db }: Asker, name: string, value: string): Promise<void> {
  await db.insert(settings).values({ name, value }).onConflictDoNothing();
}

/** The last writer wins. */
export async function replaceSetting({ db }: Asker, name: string, value: string): Promise<void> {
  const { name: target } = settings;
  await db.insert(settings).values({ name, value }).onConflictDoUpdate({ target, set: { value } });
}

/** Returns the value and deletes it. */
export async function takeSetting({ db }: Asker, name: string): Promise<string | null> {
  const [row] = await db.delete(settings).where(eq(settings.name, name)).returning({ value: settings.value });
  return row?.value ?? null;
}
