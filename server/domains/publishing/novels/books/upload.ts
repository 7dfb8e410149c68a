import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { type EpubState, epubs } from '#db/schema/index.ts';
import { type Deps, inTransaction } from '#server/deps.ts';
import { notFound, tooLarge, unprocessable, unsupportedMedia } from '#server/lib/errors.ts';
import { newId } from '#server/lib/ids.ts';
import type { Viewer } from '#server/lib/viewer.ts';
import { storeFile, withTemporaryFile } from '../../../media/receive.ts';
import {
  discardOrWarn,
  keepOrDiscard,
  type Received,
  receiveParts,
  shortName,
} from '../../../media/upload.ts';
import { episodeIdOf, versionOf } from '../../episodes/upload.ts';
import { requireEpub } from '../epub/container.ts';
import { isEpubRefused } from '../epub/refused.ts';
import { EPUB_MAX_BYTES, type EpubRefusal } from '../rules.ts';
import { EPUB_TYPE, epubKey, type ReceivedEpub } from './files.ts';
import { addEpub, mayReadEpub, type Reading, startReading } from './service.ts';

type EpubMedia = { id: string; url: null; name: string; bytes: number; state: EpubState };

/** Receives a book. Queues it for reading if the request names an episode. */
export async function takeEpub(
  deps: Deps,
  viewer: Viewer,
  request: FastifyRequest,
): Promise<{ media: EpubMedia }> {
  const upload = await receiveEpub(deps, request, async (fields) => {
    const wish = wishOf(fields);
    // Refuses before the large body is accepted.
    if (wish !== null) await mayReadEpub(deps, viewer, wish);
  });
  const repeated = upload.direct?.isRepeat ? upload.direct.resultId : null;
  if (repeated !== null) return { media: await findSentEpub(deps, viewer, repeated) };
  const work = async (): Promise<{ media: EpubMedia }> => {
    const { epub, fields } = upload;
    if (epub === null) throw unprocessable({ epub: ['blank'] });
    const wish = wishOf(fields);
    const { id, name, bytes } = epub;
    if (wish === null) await inTransaction(deps, (tx) => addEpub(tx, viewer, epub));
    else {
      const address = request.ip;
      await startReading(deps, viewer, { ...wish, mediaId: id }, { address, received: epub });
    }
    return { media: { id, url: null, name, bytes, state: wish === null ? 'uploaded' : 'reading' } };
  };
  return keepOrDiscard(upload, work, ({ media }) => media.id);
}

async function findSentEpub(deps: Deps, viewer: Viewer, id: string): Promise<EpubMedia> {
  const [row] = await deps.db
    .select({ id: epubs.id, name: epubs.name, bytes: epubs.bytes, state: epubs.state })
    .from(epubs)
    .where(and(eq(epubs.id, id), eq(epubs.ownerId, viewer.id)));
  if (row === undefined) throw notFound('upload_not_found');
  return { ...row, url: null };
}

const wishOf = (fields: Received['fields']): Omit<Reading, 'mediaId'> | null =>
  fields.episode_id === undefined ? null : { episodeId: episodeIdOf(fields), lockVersion: versionOf(fields) };

type EpubUpload = Received & { epub: ReceivedEpub | null };

/** Field `epub` or `file`. Throws 413 above 30 MiB (NOV-04), 415 for other files (NOV-10), and then keeps nothing. */
async function receiveEpub(
  deps: Deps,
  request: FastifyRequest,
  check: (fields: Received['fields']) => Promise<void>,
): Promise<EpubUpload> {
  let discard: (() => Promise<void>) | null = null;
  const begun: EpubUpload = {
    epub: null,
    fields: {},
    count: () => (begun.epub === null ? 0 : 1),
    discard: async () => {
      if (begun.epub !== null && discard !== null) await discardOrWarn(deps, begun.epub.id, discard);
    },
  };
  // One byte beyond the limit, so that we can report a file that is too large.
  const limits = {
    field: 'epub',
    orField: 'file',
    most: { files: 1, fileSize: EPUB_MAX_BYTES + 1 },
    mayBeDirect: true,
  };
  return receiveParts(deps, request, limits, begun, async (upload, { filename, content }) => {
    await check(upload.fields);
    const hash = createHash('sha256');
    const demands = { maxBytes: EPUB_MAX_BYTES, tooLarge: () => tooLarge('epub_too_large'), judge, hash };
    await withTemporaryFile(deps, content, demands, async (path) => {
      await judgeZip(path);
      const id = newId(deps.clock.now().getTime());
      const { size: bytes } = await deps.disk.stat(path);
      discard = await storeFile(deps, path, { id, key: epubKey(id), contentType: EPUB_TYPE });
      upload.epub = { id, name: shortName(filename) || 'book.epub', bytes, hash: hash.digest('hex') };
    });
  });
}

/** Writes nothing to disk unless it begins like a zip (APPNOTE 4.3.7). */
function judge(head: Buffer): void {
  if (head.toString('latin1', 0, 4) !== 'PK\u0003\u0004') throw unsupportedMedia('epub_unsupported');
}

const UNSUPPORTED: Partial<Record<EpubRefusal, string>> = {
  not_epub: 'epub_unsupported',
  mimetype_missing: 'epub_mimetype_missing',
  mimetype_wrong: 'epub_mimetype_wrong',
  in_folder: 'epub_in_folder',
};

/** Applies the reader's own check. Reading reports all other problems. */
async function judgeZip(path: string): Promise<void> {
  try {
    await requireEpub(path);
  } catch (error) {
    if (!isEpubRefused(error)) throw error;
    const code = UNSUPPORTED[error.refusal.reason];
    if (code !== undefined) throw unsupportedMedia(code);
  }
}
