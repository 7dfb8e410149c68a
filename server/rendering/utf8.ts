import { transcode } from 'node:buffer';

/** Like `Buffer.from(text)`, but several times as fast for long texts with a non-Latin letter. */
export function utf8Of(text: string): Buffer {
  try {
    return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8');
  } catch {
    // `transcode` refuses a lone surrogate. `Buffer.from` writes the replacement character.
    return Buffer.from(text);
  }
}
