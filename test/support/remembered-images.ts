/** Replaces `media/images.ts` for the product: makes the sizes of equal pictures only once per process. */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Derivative, ImageInput } from '../../server/domains/media/images.ts';
import * as images from '../../server/domains/media/images.ts';
import { collectDerivatives } from './pictures.ts';

// Named exports below override these.
export * from '../../server/domains/media/images.ts';

type Lazy = { derivatives: AsyncIterable<Derivative> };
type Made<Piece extends Lazy> = Omit<Piece, 'derivatives'> & { derivatives: Derivative[] };

const REMEMBERED_MAX_BYTES = 96 * 1024 * 1024;
const remembered = new LRUCache<string, Made<Lazy>[]>({
  maxSize: REMEMBERED_MAX_BYTES,
  sizeCalculation: (pieces) =>
    pieces.flatMap(({ derivatives }) => derivatives).reduce((sum, { data }) => sum + data.length, 1),
});

/** A picture in a file is large on purpose, so it is not cached. */
async function* once<Piece extends Lazy>(
  kind: string,
  input: ImageInput,
  options: object,
  make: () => AsyncIterable<Piece>,
): AsyncGenerator<Piece, void, undefined> {
  if (typeof input === 'string') return yield* make();
  const key = `${kind} ${JSON.stringify(options)} ${createHash('sha256').update(input).digest('hex')}`;
  const known = remembered.get(key) as Made<Piece>[] | undefined;
  const pieces: Made<Piece>[] = known ?? [];
  if (known === undefined) {
    for await (const piece of make()) {
      pieces.push({ ...piece, derivatives: await collectDerivatives(piece.derivatives) });
    }
    remembered.set(key, pieces);
  }
  for (const piece of pieces) yield { ...piece, derivatives: lazily(piece.derivatives) } as unknown as Piece;
}

async function* lazily(derivatives: readonly Derivative[]): AsyncGenerator<Derivative, void, undefined> {
  yield* derivatives;
}

export const makePageDerivatives: typeof images.makePageDerivatives = (input, options) =>
  once('page', input, options, () => images.makePageDerivatives(input, options));

export const makeAvifDerivatives: typeof images.makeAvifDerivatives = (input, options) =>
  once('avif', input, options, () => images.makeAvifDerivatives(input, options));

export const makeCoverDerivatives: typeof images.makeCoverDerivatives = async (input, options) => {
  async function* make() {
    yield await images.makeCoverDerivatives(input, options);
  }
  const { value } = await once('cover', input, options, make).next();
  if (value === undefined) throw new Error('A cover is one picture');
  return value;
};
