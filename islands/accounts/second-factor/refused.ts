/** Turns errors of the browser's own dialog, cancelling included, into refusals like the server's. */
import { ApiError } from '../../api.ts';

export async function asRefusal<T>(words: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new ApiError(0, 'passkey_cancelled', words);
  }
}
