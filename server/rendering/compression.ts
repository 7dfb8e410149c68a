/** Compression of pages for one reader: light, and flushed whenever a part of the page is ready. */
import { PassThrough, type Transform } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { ContentEncoding } from '../lib/negotiate.ts';
import { owned } from '../lib/streams.ts';

/** Quality 4 of 11, level 6 of 9: about a third of the size for a fraction of a millisecond. */
export function compressor(encoding: ContentEncoding): Transform {
  if (encoding === 'br')
    return owned(createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }));
  return owned(encoding === 'gzip' ? createGzip({ level: 6 }) : new PassThrough());
}
