/** Scripts that run from right to left (Unicode's Bidi_Class R and AL), as far as anybody writes in them today. */
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

/** Which way the writing of a language runs, whatever sign a text begins with. A tag that says no script has its usual one. */
export function directionOfLanguage(language: string): 'ltr' | 'rtl' {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    // No tag of a language says nothing of its script.
    return 'ltr';
  }
}

/** Written from top to bottom in books, where these wish it so. */
export const canStandUpright = (language: string): boolean => /^(?:ja|zh|ko)\b/.test(language);
