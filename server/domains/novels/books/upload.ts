/** Receives ePubs: judged by content as they stream by, then stored under `epub/<id>`. */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { type Deps, inTransaction } from '../../../deps.ts';
import { tooLarge, unprocessable, unsupportedMedia } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { Viewer } from '../../../lib/viewer.ts';
import { episodeIdOf, versionOf } from '../../episodes/upload.ts';
import { storeFile, withTemporaryFile } from '../../media/receive.ts';
import { discardOrWarn, keepOrDiscard, type Received, receiveParts, shortName } from '../../media/upload.ts';
import { EPUB_MAX_BYTES } from '../rules.ts';
import { EPUB_TYPE, epubKey, type ReceivedEpub } from './files.ts';
import { addEpub, mayReadEpub, type Reading, startReading } from './service.ts';

type EpubMedia = { id: string; url: null; name: string; bytes: number; state: 'uploaded' | 'reading' };

/** Takes a book in and has it read at once if an episode is named. */
export async function takeEpub(
  deps: Deps,
  viewer: Viewer,
  request: FastifyRequest,
): Promise<{ media: EpubMedia }> {
  const upload = await receiveEpub(deps, request, async (fields) => {
    const wish = wishOf(fields);
    // So large a body is not taken in for an episode that may not have it.
    if (wish !== null) await mayReadEpub(deps, viewer, wish);
  });
  return keepOrDiscard(upload, async () => {
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
  });
}

const wishOf = (fields: Received['fields']): Omit<Reading, 'mediaId'> | null =>
  fields.episode_id === undefined ? null : { episodeId: episodeIdOf(fields), lockVersion: versionOf(fields) };

type EpubUpload = Received & { epub: ReceivedEpub | null };

/**
 * Receives one ePub under the field `epub`; `check` may refuse by the fields that came before it. Throws 413 for more than
 * 30 MiB (NOV-04) and 415 for what is no ePub (NOV-10); then nothing is kept.
 */
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
  // A browser's form says here where it stands.
  request.body ??= begun.fields;
  // One byte beyond the limit is let through, so that it is seen and named.
  const limits = { field: 'epub', most: { files: 1, fileSize: EPUB_MAX_BYTES + 1 } };
  return receiveParts(deps, request, limits, begun, async (upload, { filename, content }) => {
    await check(upload.fields);
    const hash = createHash('sha256');
    const demands = { maxBytes: EPUB_MAX_BYTES, tooLarge: () => tooLarge('epub_too_large'), judge, hash };
    await withTemporaryFile(deps, content, demands, async (path) => {
      const id = newId(deps.clock.now().getTime());
      const { size: bytes } = await deps.disk.stat(path);
      discard = await storeFile(deps, path, { id, key: epubKey(id), contentType: EPUB_TYPE });
      upload.epub = { id, name: shortName(filename) || 'book.epub', bytes, hash: hash.digest('hex') };
    });
  });
}

const ENTRY_NAME_AT = 30;
const MIMETYPE = 'mimetype';

/**
 * A zip whose first entry is `mimetype`, stored as it is, so that a file can be told by its beginning (OCF 3.3, 4.3.2 and
 * APPNOTE 4.3.7). Whatever else is wrong with it is told by who reads the book.
 */
export function judge(head: Buffer): void {
  const text = (from: number, length: number) => head.toString('latin1', from, from + length);
  const isZip = head.length > ENTRY_NAME_AT && text(0, 4) === 'PK\u0003\u0004';
  const contentAt = isZip ? ENTRY_NAME_AT + head.readUInt16LE(26) + head.readUInt16LE(28) : 0;
  const isEpub =
    isZip &&
    head.readUInt16LE(26) === MIMETYPE.length &&
    text(ENTRY_NAME_AT, MIMETYPE.length) === MIMETYPE &&
    text(contentAt, EPUB_TYPE.length) === EPUB_TYPE;
  if (!isEpub) throw unsupportedMedia('epub_unsupported');
}
