/** Accounts of the demo’s people. All share one password, which the start line prints. */

import { eq } from 'drizzle-orm';
import { type Deps, inTransaction } from '../../server/deps.ts';
import { setFounder } from '../../server/domains/accounts/accounts/founders.ts';
import { passwordHasher } from '../../server/domains/accounts/accounts/passwords.ts';
import { newId } from '../../server/lib/ids.ts';
import { slugify } from '../../server/lib/slug.ts';
import { users } from '../schema/index.ts';
import { demoCreators } from './content/index.ts';
import { settleDemoPassword } from './password.ts';
import { demoPeople } from './people.ts';
import { addPicture } from './pictures.ts';
import type { Rasterizer } from './raster.ts';

type User = typeof users.$inferSelect;

export async function ensureDemoAccounts(deps: Deps, rasterizer: Rasterizer): Promise<Map<string, User>> {
  const people = new Map<string, User>();
  const passwordHash = await passwordHasher.of(deps).hash(await settleDemoPassword(deps));
  for (const person of demoPeople) {
    const [known] = await deps.db.select().from(users).where(eq(users.email, person.email));
    if (known !== undefined) {
      people.set(person.key, known);
      continue;
    }
    const id = newId();
    const made = await deps.db
      .insert(users)
      .values({
        id,
        email: person.email,
        emailConfirmedAt: deps.clock.now(),
        passwordHash,
        slug: slugify(person.displayName, person.key),
        displayName: person.displayName,
        website: person.website ?? null,
        dateOfBirth: '1990-04-01',
        language: person.language,
        timezone: person.timezone ?? 'UTC',
        publisher: person.publisher ?? false,
        administrator: person.administrator ?? false,
      })
      .returning();
    if (person.founder) await inTransaction(deps, (tx) => setFounder(tx, id, true));
    for (const user of made) people.set(person.key, { ...user, founder: person.founder ?? false });
    if (demoCreators.some(({ key }) => key === person.key)) {
      const face = await rasterizer.draw({ kind: 'face', creator: person.key });
      const pictureMediaId = await addPicture(deps, id, 'profile', face);
      await deps.db.update(users).set({ pictureMediaId }).where(eq(users.id, id));
    }
  }
  return people;
}
