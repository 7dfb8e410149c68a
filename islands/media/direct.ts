/** Uploads large files directly to storage where offered, otherwise through the server. */

import type { Api } from '../../server/api.ts';
import type { AnswerOf, ParamsOf } from '../../server/lib/contract.ts';
import { ApiError, api, type UploadOptions, type UploadRoute, upload } from '../api.ts';

/** For smaller files the extra requests cost more time than they save. */
const DIRECT_FROM_BYTES = 8 * 1024 * 1024;

/** Ids of files already in storage, so that a failed hand-in does not upload them again. */
const waiting = new WeakMap<File, string>();
/** Storage refused this page: wrong origin (CORS) or no connection. */
let isRefused = false;

type Sending<R extends UploadRoute> = UploadOptions &
  (ParamsOf<Api[R]> extends undefined ? object : { params: ParamsOf<Api[R]> });

/** Like `upload`, for calls that accept an `upload_id` instead of the file. */
export async function uploadLarge<R extends UploadRoute>(
  route: R,
  options: Sending<R> & { file: File },
): Promise<AnswerOf<Api[R]>> {
  const { file } = options;
  const id = waiting.get(file) ?? (await putDirectly(file, options));
  if (id === null) return upload(route, options as never);
  waiting.set(file, id);
  try {
    return await upload(route, {
      ...options,
      file: null,
      fields: { ...options.fields, upload_id: id },
    } as never);
  } catch (error) {
    if (!(error instanceof ApiError) || ![400, 404, 413, 415, 422].includes(error.status)) throw error;
    waiting.delete(file);
    if (error.code !== 'upload_not_found') throw error;
    return upload(route, options as never);
  }
}

async function putDirectly(
  file: File,
  { signal, onProgress, stay }: Pick<UploadOptions, 'signal' | 'onProgress' | 'stay'>,
): Promise<string | null> {
  if (isRefused || file.size < DIRECT_FROM_BYTES) return null;
  const body = { name: file.name, bytes: file.size };
  const { upload: begun } = await api('POST /media/direct', {
    body,
    ...(signal && { signal }),
    ...(stay && { stay }),
  });
  if (begun === null) return null;
  const status = await put(file, begun, { signal, onProgress });
  if (status >= 200 && status < 300) return begun.id;
  isRefused = status < 500;
  return null;
}

/** Resolves with the HTTP status, 0 on a network error. Rejects only when aborted. */
function put(
  file: File,
  { url, headers }: { url: string; headers: Record<string, string> },
  { signal, onProgress }: Pick<UploadOptions, 'signal' | 'onProgress'>,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = (): void => request.abort();
    request.open('PUT', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress?.(Math.min(loaded, file.size));
    request.onloadend = () => {
      signal?.removeEventListener('abort', abort);
      if (signal?.aborted) reject(signal.reason);
      else resolve(request.status);
    };
    signal?.addEventListener('abort', abort);
    if (signal?.aborted) return reject(signal.reason);
    request.send(file);
  });
}
