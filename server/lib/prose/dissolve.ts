/** Replaces a misplaced container by its parts, which inherit its attributes. */
import { lookOfBlock } from './marks.ts';
import type { Block, Container, Inline, Line } from './model.ts';

/** The first part takes the name, so that links still work. `home` is the new parent of the parts. */
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

/** Link targets among the pictures of a figure are elements of their own. */
export const isOfPictures = ({ kind }: Inline): boolean => kind === 'picture' || kind === 'place';

export function lastLineIn({ blocks }: Container): Line | null {
  for (const block of blocks.toReversed()) {
    if (block.kind === 'line') return block;
    const found = block.kind === 'container' ? lastLineIn(block) : null;
    if (found !== null) return found;
  }
  return null;
}
