import { transcode } from 'node:buffer';

/** As `Buffer.from(text)`, which takes several times as long where a letter beyond Latin stands anywhere in a long text. */
export function utf8Of(text: string): Buffer {
  try {
    return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8');
  } catch {
    // It refuses a lone surrogate, which becomes the replacement character.
    return Buffer.from(text);
  }
}
