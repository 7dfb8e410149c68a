/** What the browser's own dialog refuses, or its owner does, told like a refusal of the server. */
import { ApiError } from '../../api.ts';

export async function asRefusal<T>(words: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch {
    throw new ApiError(0, 'passkey_cancelled', words);
  }
}
