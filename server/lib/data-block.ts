/**
 * Data for machines inside a page: `<script type="application/ld+json">` is no script to a browser (HTML, "data block"), so
 * a policy against inline scripts does not concern it. It is told from one by its whole form, here alone.
 */
const OPEN = '<script type="application/ld+json">';
const CLOSE = '</script>';

/** A title may hold anything, so JSON says `<` by its number: nothing in it is ever taken for a tag. */
export const writeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

export const dataBlock = (value: unknown): string => OPEN + writeJson(value) + CLOSE;

/** Whether one begins here, and the next tag of any kind is its own end. */
export const isDataBlock = (html: string, at: number): boolean =>
  html.startsWith(OPEN, at) && html.startsWith(CLOSE, html.indexOf('<', at + OPEN.length));
