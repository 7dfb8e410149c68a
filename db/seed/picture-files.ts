/** The demo's pictures are gzipped SVG files. Bitmaps of this quality are five times as large, because of screentone. */
import { fileURLToPath } from 'node:url';

/** Indexes of episodes and pages start at 0. */
export type DemoPicture =
  | { kind: 'face'; creator: string }
  | { kind: 'cover'; story: string }
  | { kind: 'thumbnail'; story: string; episode: number }
  | { kind: 'page'; story: string; episode: number; page: number };

export const PICTURES = fileURLToPath(new URL('./pictures/', import.meta.url));

/** Path below `PICTURES`, where episodes and pages are numbered from 1. */
export function pictureFile(picture: DemoPicture): string {
  if (picture.kind === 'face') return `faces/${picture.creator}.svgz`;
  if (picture.kind === 'cover') return `${picture.story}/cover.svgz`;
  const folder = `${picture.story}/episode-${picture.episode + 1}`;
  return picture.kind === 'page' ? `${folder}/page-${picture.page + 1}.svgz` : `${folder}/thumbnail.svgz`;
}
