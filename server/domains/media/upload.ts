/** Reads multipart uploads: each file is received as it streams by, and all are taken back when one is refused. */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../../deps.ts';
import { badRequest, unprocessable, unsupportedMedia } from '../../lib/errors.ts';
import { isStorable } from '../../lib/text.ts';
import { isImageRefused, maxImageBytes } from './images.ts';
import { type ReceivedImage, receiveImage } from './receive.ts';

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

const NAME_MOST = 200;
const FIELDS_MOST = 10;
const FIELD_BYTES_MOST = 1000;

/** Receives the pictures under `field`, at most `mostFiles`. Throws 422 naming the field; then nothing is kept. */
export async function receiveImages(
  deps: Deps,
  request: FastifyRequest,
  { field, mostFiles }: { field: string; mostFiles: number },
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
    // One byte beyond the limit is let through, so that receiveImage sees and names what is too large.
    const limits = {
      files: mostFiles,
      fileSize: maxImageBytes + 1,
      fields: FIELDS_MOST,
      fieldSize: FIELD_BYTES_MOST,
      parts: mostFiles + FIELDS_MOST,
    };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') upload.fields[part.fieldname] = String(part.value);
      else upload.images.push(await receiveFile(deps, part, field));
    }
    if (upload.images.length === 0) throw unprocessable({ [field]: ['blank'] });
    return upload;
  } catch (error) {
    await upload.discard();
    if (isImageRefused(error)) throw unprocessable({ [field]: [error.reason] });
    if (isBrokenUpload(error)) throw badRequest('upload_incomplete');
    throw error;
  }
}

function receiveFile(deps: Deps, part: MultipartFile, field: string): Promise<ReceivedImage> {
  if (part.fieldname.replace(/\[\]$/, '') !== field) {
    part.file.resume();
    throw unprocessable({ [part.fieldname.slice(0, 60) || 'file']: ['invalid'] });
  }
  const name = part.filename ?? '';
  return receiveImage(deps, part.file, isStorable(name) ? [...name].slice(0, NAME_MOST).join('') : '');
}

const BROKEN =
  /Unexpected end of (multipart data|form)|Part terminated early|Malformed part header|Multipart: Boundary not found|premature close|aborted/i;

/** A body that ends early or is no multipart at all, as busboy and the stream tell it. */
const isBrokenUpload = (error: unknown): boolean => error instanceof Error && BROKEN.test(error.message);
