/** Right-to-left scripts in current use (Unicode's Bidi_Class R and AL). */
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set([
  'Adlm',
  'Arab',
  'Aran',
  'Hebr',
  'Mand',
  'Nkoo',
  'Rohg',
  'Samr',
  'Syrc',
  'Thaa',
  'Yezi',
]);

/** Writing direction of a language, whatever the text. A tag without a script has its usual one. */
export function directionOfLanguage(language: string): 'ltr' | 'rtl' {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    // An invalid tag has no script.
    return 'ltr';
  }
}

/** Languages that books may set from top to bottom. */
export const canStandUpright = (language: string): boolean => /^(?:ja|zh|ko)\b/.test(language);
