import css from './Book.module.css';
import { classes } from './classes.ts';

/** What needs no more rules than paragraphs and headings do; anything else does. */
const PLAIN = /^(?:p|h[234]|em|strong|[sua]|br|hr)$/;

const isPlain = (html: string): boolean =>
  !/ (?:class|role)="/.test(html) &&
  [...html.matchAll(/<([a-z]\w*)/g)].every(([, tag = '']) => PLAIN.test(tag));

/** Of a chapter's text. Without one it may hold anything. */
export const bookClasses = (html?: string): string =>
  classes(css.book, (html === undefined || !isPlain(html)) && css.rich);

const OPENING_MAX_LENGTH = 3000;

/**
 * Whether the first line of a chapter may be set apart: browsers shape the whole paragraph again for each of its lines, so that one
 * of 70,000 characters takes seconds. Each block is a line of what is stored.
 */
export const opensShortly = (html: string): boolean =>
  (html.split('\n').find((line) => /^<p[\s>]/.test(line))?.length ?? 0) <= OPENING_MAX_LENGTH;
