/** Replaces the sanitizing thread: uses as much time or memory as the chapter says. */
import { existsSync } from 'node:fs';
import type { CleanedProse, RawProse } from '#server/domains/publishing/novels/cleaner.ts';

const NEVER = new Int32Array(new SharedArrayBuffer(4));

export default function clean(raw: RawProse): CleanedProse {
  const [order = '', detail = ''] = ('html' in raw ? raw.html : raw.text).split(' ');
  if (order === 'until') while (!existsSync(detail)) Atomics.wait(NEVER, 0, 0, 5);
  const hoard: string[][] = [];
  while (order === 'hoard') hoard.push(Array.from({ length: 10_000 }, (_, index) => `${index}`));
  return {
    clean: { html: `<p>${order}</p>`, words: 1, characters: order.length, sectionEnds: [], plain: '' },
  };
}
