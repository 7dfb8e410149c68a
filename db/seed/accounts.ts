/** The demo’s people: its creators, a reader and an administrator, all with one password that the start line names. */
import { eq } from 'drizzle-orm';
import type { Deps } from '../../server/deps.ts';
import { newId } from '../../server/lib/ids.ts';
import { slugify } from '../../server/lib/slug.ts';
import { users } from '../schema/index.ts';
import { demoCreators } from './content/index.ts';
import { DEMO_ADMINISTRATOR, DEMO_READER } from './logins.ts';
import { settleDemoPassword } from './password.ts';
import { addPicture } from './pictures.ts';
import type { Rasterizer } from './raster.ts';

type Person = {
  key: string;
  displayName: string;
  email: string;
  language: 'en' | 'de';
  founder?: boolean;
  publisher?: boolean;
  administrator?: boolean;
  website?: string;
};

const others: Person[] = [
  { key: 'reader', displayName: 'Demo Reader', email: DEMO_READER, language: 'en' },
  { key: 'admin', displayName: 'Demo Admin', email: DEMO_ADMINISTRATOR, language: 'en', administrator: true },
];

export const demoEmails: readonly string[] = [...demoCreators, ...others].map(({ email }) => email);

/** Makes who is missing and returns the ids by key. */
export async function ensureDemoAccounts(deps: Deps, rasterizer: Rasterizer): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  const passwordHash = await deps.passwords.hash(await settleDemoPassword(deps));
  for (const person of [...demoCreators, ...others] as Person[]) {
    const [known] = await deps.db.select({ id: users.id }).from(users).where(eq(users.email, person.email));
    const id = known?.id ?? newId();
    ids.set(person.key, id);
    if (known !== undefined) continue;
    await deps.db.insert(users).values({
      id,
      email: person.email,
      emailConfirmedAt: deps.clock.now(),
      passwordHash,
      slug: slugify(person.displayName, person.key),
      displayName: person.displayName,
      website: person.website ?? null,
      dateOfBirth: '1990-04-01',
      language: person.language,
      founder: person.founder ?? false,
      publisher: person.publisher ?? false,
      administrator: person.administrator ?? false,
    });
    if (demoCreators.some(({ key }) => key === person.key)) {
      const face = await rasterizer.draw({ kind: 'face', creator: person.key });
      const pictureMediaId = await addPicture(deps, id, 'profile', face);
      await deps.db.update(users).set({ pictureMediaId }).where(eq(users.id, id));
    }
  }
  return ids;
}
