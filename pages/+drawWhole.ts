/** A public page drawn at once, for everyone, without a stream: nobody waits for its first half. */
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToString } from 'react-dom/server';
import { owned } from '../server/lib/streams.ts';
import { asAbort } from './layout/data.ts';
import { htmlAttributes } from './layout/document.ts';
import { endOf, headOf, treeOf } from './layout/drawing.tsx';
import { streamReact } from './layout/stream.ts';
import type { DrawnPage, PageData } from './layout/types.ts';

/** So React marks a boundary whose content is not there yet. */
const WAITING = ['<!--$?-->', '<!--$!-->'];

export async function drawWhole(
  page: DrawnPage,
): Promise<{ attributes: string; head: string; body: string }> {
  const tree = await treeOf(page);
  const drawn = drawAtOnce(tree, page);
  const body = WAITING.some((mark) => drawn.includes(mark)) ? await drawInTime(tree, page) : drawn;
  return {
    attributes: htmlAttributes(page.locale, (page.data as PageData | undefined)?.root),
    head: headOf(page, { isFailure: false }),
    body: body + endOf(page),
  };
}

function drawAtOnce(tree: ReactNode, page: DrawnPage): string {
  try {
    return renderToString(tree);
  } catch (error) {
    throw asAbort(error, page);
  }
}

/** A page with parts that come later is drawn anew, and they are waited for. */
async function drawInTime(tree: ReactNode, page: DrawnPage): Promise<string> {
  const pipe = await streamReact(tree, page);
  const drawn = owned(new PassThrough());
  pipe(drawn);
  return text(drawn);
}
