/** The clear letters, a face for readers who have chosen it, and for nobody else. */
import latin from './clear-latin.woff2?url';
import latinExtended from './clear-latin-ext.woff2?url';
import latinExtendedItalic from './clear-latin-ext-italic.woff2?url';
import latinItalic from './clear-latin-italic.woff2?url';

export function fetchClear(): Promise<unknown> {
  const near = 'U+0-FF,U+131,U+152-153,U+2BB-2BC,U+2C6,U+2DA,U+2DC,U+2000-206F,U+20AC,U+2122,U+2212';
  const far = 'U+100-130,U+132-151,U+154-2BA,U+1E00-1E9F,U+1EF2-1EFF,U+20A0-20AB,U+20AD-20C0';
  const faces = [
    [latin, 'normal', near],
    [latinItalic, 'italic', near],
    [latinExtended, 'normal', far],
    [latinExtendedItalic, 'italic', far],
  ] as const;
  for (const [address, style, unicodeRange] of faces)
    document.fonts.add(
      new FontFace('Clear', `url(${address})`, { style, unicodeRange, weight: '200 800', display: 'swap' }),
    );
  return document.fonts.load('1em Clear');
}
