/** Reads multipart uploads: each file is received as it streams by, and all are taken back when one is refused. */
import { open } from 'node:fs/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { badRequest, tooLarge, unprocessable, unsupportedMedia } from '../../lib/errors.ts';
import { isStorable } from '../../lib/text.ts';
import { isArchiveRefused, type Skipped, unpackImages } from './archive/read.ts';
import { isImageRefused, maxImageBytes } from './images.ts';
import { limitTo, type ReceivedImage, receiveImage, withTemporaryFile } from './receive.ts';

/** Runs `work` on a received upload; when it fails, the files are taken back. */
export async function keepOrDiscard<T>(upload: Upload, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await upload.discard();
    throw error;
  }
}

export type Upload = { images: ReceivedImage[]; fields: Record<string, string>; discard(): Promise<void> };
export type ArchiveUpload = Upload & { skipped: Skipped[] };

/** As large as a hundred pages may be, and no more (decisions.md §5). */
const ARCHIVE_MOST_BYTES = 150 * 1024 * 1024;
const NAME_MOST = 200;
const FIELDS_MOST = 10;
const FIELD_BYTES_MOST = 1000;

/** Receives the pictures under `field`, at most `mostFiles`. Throws 422 naming the field; then nothing is kept. */
export async function receiveImages(
  deps: Deps,
  request: FastifyRequest,
  { field, mostFiles }: { field: string; mostFiles: number },
): Promise<Upload> {
  // One byte beyond the limit is let through, so that receiveImage sees and names what is too large.
  const most = { files: mostFiles, fileSize: maxImageBytes + 1 };
  return receiveParts(deps, request, { field, most }, async (upload, part) => {
    const name = part.filename ?? '';
    const short = isStorable(name) ? [...name].slice(0, NAME_MOST).join('') : '';
    upload.images.push(await receiveImage(deps, part.file, short));
  });
}

/**
 * Receives one zip or CBZ under `field` and the pictures in it, at most `mostImages`; `check` may refuse by the fields
 * that came before the file. Throws 413, 415 or 422 naming the field; then nothing is kept.
 */
export async function receiveArchive(
  deps: Deps,
  request: FastifyRequest,
  options: { field: string; mostImages: number; check: (fields: Upload['fields']) => Promise<void> },
): Promise<ArchiveUpload> {
  const { field, mostImages, check } = options;
  const skipped: Skipped[] = [];
  const most = { files: 1, fileSize: ARCHIVE_MOST_BYTES + 1 };
  const upload = await receiveParts(deps, request, { field, most }, async (upload, part) => {
    await refuseEarly(part, () => check(upload.fields));
    const limit = limitTo(ARCHIVE_MOST_BYTES, () => tooLarge('archive_too_large'));
    await withTemporaryFile(part.file, limit, async (path) => {
      await requireZip(path);
      skipped.push(...(await unpackImages(deps, path, upload.images, { mostImages })));
    });
  });
  return { ...upload, skipped };
}

/** The rest of a refused body is read and thrown away, so that the refusal can be heard. */
async function refuseEarly(part: MultipartFile, check: () => Promise<void>): Promise<void> {
  try {
    await check();
  } catch (error) {
    part.file.resume();
    throw error;
  }
}

/** Every zip that holds anything begins with a local file header (APPNOTE 4.3.7). */
async function requireZip(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    if (bytesRead === 0) throw unprocessable({ file: ['empty'] });
    if (buffer.toString('latin1') !== 'PK\u0003\u0004') throw unsupportedMedia('archive_unsupported');
  } finally {
    await file.close();
  }
}

type Limits = { field: string; most: { files: number; fileSize: number } };

async function receiveParts(
  deps: Deps,
  request: FastifyRequest,
  { field, most }: Limits,
  take: (upload: Upload, part: MultipartFile) => Promise<void>,
): Promise<Upload> {
  if (!request.isMultipart()) throw unsupportedMedia('unsupported_media_type');
  const upload: Upload = {
    images: [],
    fields: {},
    async discard() {
      for (const image of upload.images) {
        await image.discard().catch((error) => {
          deps.log.warn(
            { err: error, mediaId: image.mediaId },
            'a refused upload stays until the next sweep',
          );
        });
      }
    },
  };
  try {
    const limits = {
      ...most,
      fields: FIELDS_MOST,
      fieldSize: FIELD_BYTES_MOST,
      parts: most.files + FIELDS_MOST,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') upload.fields[part.fieldname] = String(part.value);
      else {
        requireField(part, field);
        await take(upload, part);
      }
    }
    if (upload.images.length === 0) throw unprocessable({ [field]: ['blank'] });
    return upload;
  } catch (error) {
    await upload.discard();
    if (isImageRefused(error)) throw unprocessable({ [field]: [error.reason] });
    if (isArchiveRefused(error)) throw unprocessable({ [field]: [error.problem] });
    if (isBrokenUpload(error)) throw badRequest('upload_incomplete');
    throw error;
  }
}

function requireField(part: MultipartFile, field: string): void {
  if (part.fieldname.replace(/\[\]$/, '') === field) return;
  part.file.resume();
  throw unprocessable({ [part.fieldname.slice(0, 60) || 'file']: ['invalid'] });
}

const BROKEN =
  /Unexpected end of (multipart data|form)|Part terminated early|Malformed part header|Multipart: Boundary not found|premature close|aborted/i;

/** A body that ends early or is no multipart at all, as busboy and the stream tell it. */
const isBrokenUpload = (error: unknown): boolean => error instanceof Error && BROKEN.test(error.message);
