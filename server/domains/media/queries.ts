import { and, eq } from 'drizzle-orm';
import type { Static } from 'typebox';
import { media } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { notFound } from '../../lib/errors.ts';
import type { Viewer } from '../../lib/viewer.ts';
import type { MediaReply } from './contract.ts';
import { pictureAddress } from './present.ts';
import { mediaState } from './service.ts';
import { privateSigner } from './signing.ts';

export async function findOwnMedia(
  deps: Deps,
  viewer: Viewer,
  mediaId: string,
): Promise<Static<typeof MediaReply>> {
  const [row] = await deps.db
    .select()
    .from(media)
    .where(and(eq(media.id, mediaId), eq(media.ownerId, viewer.id)));
  if (row === undefined) throw notFound('not_found');
  return {
    id: row.id,
    url: pictureAddress(row, 640, privateSigner(deps)),
    width: row.width,
    height: row.height,
    state: mediaState(row),
    error: row.error,
  };
}

export const directOrigins = ({
  config: { S3_PUBLIC_ENDPOINT: endpoint },
}: Pick<Deps, 'config'>): string[] => (endpoint === undefined ? [] : [new URL(endpoint).origin]);
