import { readFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/compile';
import { LOCALES, type Locale } from '../lib/locale.ts';

export const HOUSE_AD_LOOKS = ['seal', 'paper', 'ink'] as const;
export type HouseAdLook = (typeof HOUSE_AD_LOOKS)[number];

/** Fits into the slot of 300 × 250 pixels. */
const Words = Type.Object(
  {
    title: Type.String({ minLength: 1, maxLength: 48 }),
    text: Type.String({ minLength: 1, maxLength: 90 }),
  },
  { additionalProperties: false },
);

const Entry = {
  look: Type.Union(HOUSE_AD_LOOKS.map((look) => Type.Literal(look))),
  link: Type.String({ pattern: '^(/(?![/\\\\])|https://[^/\\s]+)\\S*$' }),
  texts: Type.Object(Object.fromEntries(LOCALES.map((locale) => [locale, Words]))),
};

const check = Compile(
  Type.Array(Type.Object(Entry, { additionalProperties: false }), { minItems: 1, maxItems: 20 }),
);

export type HouseAdEntry = {
  look: HouseAdLook;
  /** Path on this site without language prefix, or an https address. */
  link: string;
  texts: Readonly<Record<Locale, Static<typeof Words>>>;
};

export function readHouseAds(path: string): HouseAdEntry[] {
  const given: unknown = JSON.parse(readFileSync(path, 'utf8'));
  // The schema is built from the list of languages, so its type does not know them.
  if (check.Check(given)) return given as unknown as HouseAdEntry[];
  const [problem] = check.Errors(given);
  throw new Error(`${problem?.instancePath || 'the whole'} ${problem?.message ?? 'is invalid'}`);
}
