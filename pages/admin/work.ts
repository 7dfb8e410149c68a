/** What the pages of an episode and a story share: the draft of a block, and the letter as it would be sent. */

import type { BlockGround } from '#db/schema/index.ts';
import { type LetterFacts, letterOf } from '#server/domains/blocking/letter.ts';
import { BLOCK_GROUNDS, FACTS_MAX_LENGTH, RULE_MAX_LENGTH } from '#server/domains/blocking/rules.ts';
import { VIOLATIONS, type Violation } from '#server/domains/policy/rules.ts';
import { localeOr } from '#server/lib/locale.ts';
import { shortened } from '#server/lib/text.ts';

export type BlockDraft = {
  category: Violation;
  ground: BlockGround;
  rule: string;
  facts: string;
  foundAutomatically: boolean;
};

/** What stands in the form when its letter is looked at before it is sent. */
export function readDraft(query: URLSearchParams): BlockDraft {
  return {
    category: VIOLATIONS.find((known) => known === query.get('category')) ?? 'other',
    ground: BLOCK_GROUNDS.find((known) => known === query.get('ground')) ?? 'guidelines',
    rule: shortened(query.get('rule') ?? '', RULE_MAX_LENGTH),
    facts: shortened(query.get('reason') ?? '', FACTS_MAX_LENGTH),
    foundAutomatically: query.get('found_automatically') === 'on',
  };
}

/** In the language and the zone of whoever gets it; null before anything is written. */
export const previewOf = (
  facts: LetterFacts,
  owner: { language: string; timezone: string },
): { language: string; title: string; paragraphs: string[] } | null =>
  facts.facts.trim() === ''
    ? null
    : {
        language: localeOr(owner.language),
        ...letterOf(facts, { locale: localeOr(owner.language), zone: owner.timezone }),
      };
