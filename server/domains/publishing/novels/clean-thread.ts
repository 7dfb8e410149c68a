/** Runs in a thread of the cleaner. Errors lose their class between threads, so refusals are return values. */
import { isAppError } from '../../../lib/errors.ts';
import { htmlOfTyped } from '../../../lib/prose/write.ts';
import type { CleanedProse, RawProse } from './cleaner.ts';
import { sanitizeProse } from './sanitize.ts';

export default function cleanProse(raw: RawProse): CleanedProse {
  try {
    return { clean: sanitizeProse('html' in raw ? raw.html : htmlOfTyped(raw.text)) };
  } catch (error) {
    const fields = isAppError(error) ? error.options.fields : undefined;
    if (fields === undefined) throw error;
    return { refused: fields };
  }
}
