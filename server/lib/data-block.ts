/** JSON-LD in a page. To browsers it is a data block, not a script, so a policy against inline scripts allows it. */
const OPEN = '<script type="application/ld+json">';
const CLOSE = '</script>';

/** Escapes `<`, so that nothing in a title is ever parsed as a tag. */
export const writeJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');

export const dataBlock = (value: unknown): string => OPEN + writeJson(value) + CLOSE;

/** True when a data block of exactly this form begins here and the next tag is its end. */
export const isDataBlock = (html: string, at: number): boolean =>
  html.startsWith(OPEN, at) && html.startsWith(CLOSE, html.indexOf('<', at + OPEN.length));
