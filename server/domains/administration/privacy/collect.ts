import { eq } from 'drizzle-orm';
import { users } from '#db/schema/index.ts';
import type { Deps } from '../../../deps.ts';
import { houseParts } from '../../define.ts';
import type { Collected } from './personal.ts';

export async function collectOwnData(deps: Deps, userId: string): Promise<Collected> {
  const all: Collected = { files: {}, streams: {}, pictures: [] };
  const [person] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (person === undefined) return all;
  for (const { collect } of houseParts.of(deps).personal) {
    const { files, streams, pictures = [] } = (await collect?.(deps, person)) ?? {};
    Object.assign(all.files, files);
    Object.assign(all.streams, streams);
    all.pictures = [...all.pictures, ...pictures];
  }
  return all;
}
