/** What stays of a container that is none: its parts, with what it said of them. */
import { lookOfBlock } from './marks.ts';
import type { Block, Container, Inline, Line } from './model.ts';

/** Its name is that of what stands first in it, so that links still arrive. `home` is where that stands from now on. */
export function dissolved({ id, look, lang, dir, blocks }: Container, home?: Container): Block[] {
  if (id !== undefined) nameFirst(blocks, id, home?.tag === 'figure');
  for (const block of blocks) {
    if (block.kind === 'scene') continue;
    block.look = lookOfBlock(look, block.look);
    block.lang ??= lang;
    block.dir ??= dir;
  }
  return blocks;
}

function nameFirst(blocks: readonly Block[], id: string, isInFigure: boolean): boolean {
  for (const block of blocks) {
    if (block.kind === 'scene') continue;
    const isTaken = block.id !== undefined;
    if (block.kind === 'line' && (isTaken || (isInFigure && block.inline.every(isOfPictures))))
      block.inline.unshift({ kind: 'place', id, marks: [] });
    else if (!isTaken) block.id = id;
    else if (block.kind === 'line' || !nameFirst(block.blocks, id, block.tag === 'figure')) continue;
    return true;
  }
  return false;
}

/** Among the pictures of a figure a place stands by itself. */
export const isOfPictures = ({ kind }: Inline): boolean => kind === 'picture' || kind === 'place';

export function lastLineIn({ blocks }: Container): Line | null {
  for (const block of blocks.toReversed()) {
    if (block.kind === 'line') return block;
    const found = block.kind === 'container' ? lastLineIn(block) : null;
    if (found !== null) return found;
  }
  return null;
}
