import { Readable } from 'node:stream';
import { owned, type Source } from '../../server/lib/streams.ts';

export const sourceOf =
  (content: string): Source =>
  async () =>
    owned(Readable.from([Buffer.from(content)]));
