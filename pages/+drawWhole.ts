/** Renders a public page for everyone at once, without a stream. */
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

/** React's marks for boundaries without content yet. */
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

/** A page with later parts is rendered again as a stream, and we wait for its end. */
async function drawInTime(tree: ReactNode, page: DrawnPage): Promise<string> {
  const pipe = await streamReact(tree, page);
  const drawn = owned(new PassThrough());
  pipe(drawn);
  return text(drawn);
}
