import { transcode } from 'node:buffer';

/** As `Buffer.from(text)`, which takes several times as long where a letter beyond Latin stands anywhere in a long text. */
export const utf8Of = (text: string): Buffer =>
  text.isWellFormed()
    ? transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8')
    : // A lone surrogate becomes the replacement character.
      Buffer.from(text);
