// Runs before the first paint on pages of novels, hence classic, blocking and small: how this reader has text set. The rest asks
// for the same by `setProse` (settings.ts).
import { SETTING, SIZES_REM } from '../../server/domains/library/rules.ts';
import latin from './clear-latin.woff2?url';
import latinExtended from './clear-latin-ext.woff2?url';
import latinExtendedItalic from './clear-latin-ext-italic.woff2?url';
import latinItalic from './clear-latin-italic.woff2?url';

{
  const root = document.documentElement;
  /** Text in a face that has not come yet is not shown for so long. */
  const WAIT_MS = 1000;
  let known: Promise<unknown> | undefined;

  const fetchClear = (): Promise<unknown> => {
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
  };

  const setProse: NonNullable<typeof globalThis.setProse> = (setting) => {
    const { size = 3, ...rest } = setting;
    for (const [name, [usual]] of Object.entries(SETTING)) {
      // A book may open page by page, until its reader chooses.
      const chosen = rest[name as keyof typeof rest] ?? (name === 'move' && root.dataset.moves);
      if (!chosen || chosen === usual) delete root.dataset[name];
      else root.dataset[name] = String(chosen);
    }
    root.style.setProperty('--set-size', `${SIZES_REM[size - 1] ?? 1.125}rem`);
    if (setting.letters === 'clear') known ??= fetchClear();
    return setting.letters === 'clear' ? known : undefined;
  };
  globalThis.setProse = setProse;
  // Who reads already is not disturbed by what the account says (known.ts).
  for (const type of ['pointerdown', 'keydown', 'wheel'])
    addEventListener(
      type,
      () => {
        root.dataset.read = '';
      },
      { once: true, passive: true },
    );

  try {
    const coming = setProse(JSON.parse(localStorage.getItem('prose') ?? '{}'));
    if (coming) {
      root.dataset.comes = '';
      const show = (): void => {
        delete root.dataset.comes;
      };
      coming.then(show, show);
      setTimeout(show, WAIT_MS);
    }
  } catch {
    // Storage may be forbidden, or hold what is none of ours: then text is set as usual.
  }
}
