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
