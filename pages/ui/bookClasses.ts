import css from './Book.module.css';
import { classes } from './classes.ts';

/** Tags that need only the rules of paragraphs and headings. */
const PLAIN = /^(?:p|h[234]|em|strong|[sua]|br|hr)$/;

const isPlain = (html: string): boolean =>
  !/ (?:class|role)="/.test(html) &&
  [...html.matchAll(/<([a-z]\w*)/g)].every(([, tag = '']) => PLAIN.test(tag));

/** Classes for a chapter's text. Without it, assumes any content. */
export const bookClasses = (html?: string): string =>
  classes(css.book, (html === undefined || !isPlain(html)) && css.rich);
