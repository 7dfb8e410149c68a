/** Receives each file as it streams in. When one is refused, all are discarded. */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import {
  AppError,
  badRequest,
  tooLarge,
  unauthorized,
  unprocessable,
  unsupportedMedia,
} from '../../lib/errors.ts';
import { nameOfType } from '../../lib/sniff-picture.ts';
import { owned, type Source } from '../../lib/streams.ts';
import { isStorable, shortened } from '../../lib/text.ts';
import { isArchiveRefused, type Skipped, unpackImages } from './archive/read.ts';
import { claimDirectUpload, type DirectClaim } from './direct.ts';
import { IMAGE_MAX_BYTES, type ImageRefused, isImageRefused } from './images.ts';
import { inArchivePlace, type Meter, openMeter } from './meter.ts';
import { type ReceivedImage, receiveImage, withTemporaryFile } from './receive.ts';
import { ARCHIVE_MAX_BYTES } from './rules.ts';

/** Discards the files when `work` fails. `resultOf` returns the id of the result. */
export async function keepOrDiscard<T>(
  upload: Received,
  work: () => Promise<T>,
  resultOf: (done: T) => string | undefined = () => undefined,
): Promise<T> {
  try {
    const done = await work();
    await upload.direct?.finish(resultOf(done));
    return done;
  } catch (error) {
    await upload.discard();
    await upload.direct?.release(error);
    throw error;
  }
}

export type Received = {
  fields: Record<string, string>;
  count(): number;
  /** Set when the file came through storage instead of the body. */
  direct?: DirectClaim | null;
  discard(): Promise<void>;
};
export type Upload = Received & { images: ReceivedImage[] };
export type ArchiveUpload = Upload & { skipped: Skipped[] };

const NAME_MAX_LENGTH = 200;
const FIELDS_MAX_COUNT = 10;
const FIELD_MAX_BYTES = 1000;
const PART_HEADERS_MAX_COUNT = 20;
const PART_HEADER_MAX_BYTES = 16 * 1024;
const READ_AWAY_MAX_BYTES = 2 * ARCHIVE_MAX_BYTES;

/** `check` may refuse before the first picture. Throws 413, 415 or 422, and then keeps nothing. */
export async function receiveImages(
  deps: Deps,
  request: FastifyRequest,
  {
    field,
    filesMaxCount,
    check = async () => undefined,
  }: { field: string; filesMaxCount: number; check?: (fields: Upload['fields']) => Promise<void> },
): Promise<Upload> {
  // One byte beyond the limit, so that receiveImage can report a file that is too large.
  const most = { files: filesMaxCount, fileSize: IMAGE_MAX_BYTES + 1 };
  return receiveParts(deps, request, { field, most }, imageUpload(deps), async (upload, part) => {
    if (upload.images.length === 0) await check(upload.fields);
    upload.images.push(await receiveImage(deps, part.content, shortName(part.filename)));
  });
}

export const shortName = (name: string): string => (isStorable(name) ? shortened(name, NAME_MAX_LENGTH) : '');

/** `check` may refuse by the fields that precede the file. Throws 413, 415 or 422, and then keeps nothing. */
export async function receiveArchive(
  deps: Deps,
  request: FastifyRequest,
  options: { field: string; imagesMaxCount: number; check: (fields: Upload['fields']) => Promise<void> },
): Promise<ArchiveUpload> {
  const { field, imagesMaxCount, check } = options;
  const skipped: Skipped[] = [];
  const most = { files: 1, fileSize: ARCHIVE_MAX_BYTES + 1 };
  const begun = imageUpload(deps);
  const limits = { field, most, mayBeDirect: true };
  const upload = await receiveParts(deps, request, limits, begun, async (upload, { content }) => {
    await check(upload.fields);
    const demands = {
      maxBytes: ARCHIVE_MAX_BYTES,
      tooLarge: () => tooLarge('archive_too_large'),
      judge: requireZip,
    };
    const unpack = async (path: string): Promise<void> => {
      skipped.push(...(await unpackImages(deps, path, upload.images, { imagesMaxCount })));
    };
    await inArchivePlace(deps, request, () => withTemporaryFile(deps, content, demands, unpack));
  });
  return { ...upload, skipped };
}

/** Every non-empty zip begins with a local file header (APPNOTE 4.3.7). */
function requireZip(head: Buffer): void {
  if (head.length === 0) throw unprocessable({ file: ['empty'] });
  if (head.toString('latin1', 0, 4) !== 'PK\u0003\u0004') throw unsupportedMedia('archive_unsupported');
}

type Limits = {
  field: string;
  orField?: string;
  most: { files: number; fileSize: number };
  /** The field `upload_id` may name a file in storage. */
  mayBeDirect?: boolean;
};
type FilePart = { filename: string; content: Source };

function imageUpload(deps: Deps): Upload {
  const images: ReceivedImage[] = [];
  return {
    images,
    fields: {},
    count: () => images.length,
    async discard() {
      for (const { mediaId, discard } of images) await discardOrWarn(deps, mediaId, discard);
    },
  };
}

export const discardOrWarn = (deps: Deps, id: string, discard: () => Promise<void>): Promise<void> =>
  discard().catch((error) => {
    deps.log.warn({ err: error, uploadId: id }, 'could not remove a refused upload; the next sweep will');
  });

/** Throws 413, 415 or 422 after discarding everything. */
export async function receiveParts<U extends Received>(
  deps: Deps,
  request: FastifyRequest,
  { field, orField = field, most, mayBeDirect = false }: Limits,
  upload: U,
  take: (upload: U, part: FilePart) => Promise<void>,
): Promise<U> {
  if (!request.isMultipart()) throw unsupportedMedia('unsupported_media_type');
  let meter: Meter | null = null;
  try {
    meter = await openMeter(deps, request);
    const limits = {
      ...most,
      fields: FIELDS_MAX_COUNT,
      fieldSize: FIELD_MAX_BYTES,
      parts: most.files + FIELDS_MAX_COUNT,
      headerPairs: PART_HEADERS_MAX_COUNT,
      headerSize: PART_HEADER_MAX_BYTES,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') upload.fields[part.fieldname] = String(part.value);
      else {
        const file = owned(part.file);
        requireField(part, [field, orField]);
        await take(upload, { filename: part.filename ?? '', content: meter.paid(() => file) });
      }
    }
    const { upload_id: directId } = upload.fields;
    if (mayBeDirect && directId !== undefined && upload.count() === 0)
      await takeDirect(deps, request, directId, upload, take);
    if (upload.count() === 0 && !upload.direct?.isRepeat) throw unprocessable({ [field]: ['blank'] });
    await meter.payFiles(upload.count());
    return upload;
  } catch (error) {
    readAway(request);
    await upload.discard();
    const refused = refusalOf(error, field);
    await upload.direct?.release(refused ?? error);
    if (refused !== null) throw refused;
    if (upload.direct || !isBrokenUpload(error)) throw error;
    await meter?.breakOff();
    throw badRequest('upload_incomplete');
  }
}

/** Already paid for. Judged now, like a file in the body. */
async function takeDirect<U extends Received>(
  deps: Deps,
  { viewer }: FastifyRequest,
  id: string,
  upload: U,
  take: (upload: U, part: FilePart) => Promise<void>,
): Promise<void> {
  if (viewer === null) throw unauthorized('sign_in_required');
  const direct = await claimDirectUpload(deps, viewer, id);
  upload.direct = direct;
  if (!direct.isRepeat) await take(upload, { filename: direct.name, content: direct.content });
}

function refusalOf(error: unknown, field: string): Error | null {
  if (isImageRefused(error)) return pictureRefusal(error, field);
  return isArchiveRefused(error) ? unprocessable({ [field]: [error.problem] }) : null;
}

/** Too large is 413, not a picture 415, a faulty picture 422 (ERR-74). */
function pictureRefusal({ reason, found }: ImageRefused, field: string): Error {
  if (reason === 'too_large') return tooLarge('picture_too_large');
  if (found) return unsupportedMedia('picture_of_other_type', { args: { type: nameOfType(found) } });
  if (reason === 'not_an_image' || reason === 'unsupported_type')
    return unsupportedMedia('picture_unsupported');
  return unprocessable({ [field]: [reason] });
}

/** Clients that are still sending do not read the response. Bodies larger than any upload are cut off. */
function readAway({ raw }: FastifyRequest): void {
  let bytes = 0;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > READ_AWAY_MAX_BYTES) raw.destroy();
  });
  raw.resume();
}

function requireField({ fieldname }: MultipartFile, fields: readonly [string, ...string[]]): void {
  if (fields.includes(fieldname.replace(/\[\]$/, ''))) return;
  const part = shortened(fieldname, 60) || '?';
  throw new AppError(422, 'upload_part_unknown', {
    fields: { [part]: ['invalid'] },
    args: { part, expected: fields[0] },
  });
}

const BROKEN =
  /Unexpected end of (multipart data|form)|Part terminated early|Malformed part header|Multipart: Boundary not found|premature close|aborted/i;

/** Messages of busboy and the stream for a body that ends early or is not multipart. */
const isBrokenUpload = (error: unknown): boolean => error instanceof Error && BROKEN.test(error.message);
