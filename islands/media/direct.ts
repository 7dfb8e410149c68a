/**
 * Large files go into storage past the server where that is offered, and are handed in by their id. Whatever stands in the
 * way of that, they go through the server instead.
 */

import type { Api } from '../../server/api.ts';
import type { AnswerOf, ParamsOf } from '../../server/lib/contract.ts';
import { ApiError, api, type UploadOptions, type UploadRoute, upload } from '../api.ts';

/** Below it a second and a third request cost more than they save. */
const DIRECT_FROM_BYTES = 8 * 1024 * 1024;

/** Files that lie there, by the id of their upload, so that one which could not be handed in is not sent again. */
const waiting = new WeakMap<File, string>();
/** Storage took nothing from this page: another origin than it knows, or no way there. */
let isRefused = false;

type Sending<R extends UploadRoute> = UploadOptions &
  (ParamsOf<Api[R]> extends undefined ? object : { params: ParamsOf<Api[R]> });

/** Like `upload`, of a call that takes an `upload_id` in the place of its file. */
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

/** Answers with the status; 0 where nothing came of it. Throws only when it was stopped. */
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
