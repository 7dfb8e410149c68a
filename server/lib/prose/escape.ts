/** The same for text and values, so that a `<` in our own HTML is always a tag. */
export const escapeText = (text: string): string =>
  /[&<>]/.test(text) ? text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : text;

export const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

const SIGNS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

/** Reverses `escapeText` and `escapeValue`. */
export const unescapeText = (html: string): string =>
  html.includes('&') ? html.replace(/&(?:amp|lt|gt|quot);/g, (sign) => SIGNS[sign] ?? sign) : html;
