/** Passes the outcomes of several releases in an address, from the form to the next page. */

import {
  SHORTCOMINGS,
  TOGETHER_MAX_COUNT,
  TOGETHER_REFUSALS,
} from '../server/domains/publishing/releases/rules.ts';
import { hundredOf } from '../server/domains/reading/reader/rules.ts';
import { describeError } from '../server/lib/describe.ts';
import { conflict } from '../server/lib/errors.ts';
import type { Locale } from '../server/lib/locale.ts';
import { type Address, address } from './addresses.ts';

type Outcome = {
  number: number | null;
  outcome: 'published' | 'scheduled' | 'refused';
  code: string | null;
  missing: readonly string[];
};

const known = <Word extends string>(words: readonly Word[], word: string | null): Word | undefined =>
  words.find((each) => each === word);

/** The page of these episodes with their outcomes: `12-published`, `14-not_ready.cover.pages`. */
export function releasedAddress(id: string, outcomes: readonly Outcome[]): Address {
  const found = outcomes.filter(({ number }) => number !== null);
  const first = found[0]?.number;
  const said = found.map(({ number, outcome, code, missing }) =>
    [`${number}-${outcome === 'refused' ? code : outcome}`, ...missing].join('.'),
  );
  const query = { episodes: first ? hundredOf(first) : null, released: said.join('_') || null };
  return address('/creator/stories/@id', { id }, { query });
}

export type Said = { number: number; kind: 'published' | 'scheduled' | 'refused'; why: string };

/** Ignores invalid outcomes. An unknown reason gets a general text. */
export function readReleased(text: string | null, locale: Locale): Said[] {
  return (text ?? '')
    .split(/_(?=\d)/)
    .slice(0, TOGETHER_MAX_COUNT)
    .flatMap((part): Said[] => {
      const [, digits, word = '', rest = ''] = /^(\d{1,6})-([a-z_]+)((?:\.[a-z_]+)*)$/.exec(part) ?? [];
      const done = known(['published', 'scheduled'], word);
      const code = known(TOGETHER_REFUSALS, word);
      if (digits === undefined) return [];
      const number = Number(digits);
      if (done) return [{ number, kind: done, why: '' }];
      const missing = rest.split('.').flatMap((each) => known(SHORTCOMINGS, each) ?? []);
      const why = describeError(conflict(code ?? 'invalid_state', { missing }), locale).message;
      return [{ number, kind: 'refused', why }];
    });
}
