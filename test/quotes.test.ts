import t from 'tap';
import { demoCreators, demoStories } from '../db/seed/content/index.ts';
import { messages } from '../locales/messages.ts';

/** Wording fixed by the specification. */
const GIVEN = ["Passwords don't match", "can't be blank"];

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Ignores quotes of ICU syntax and markup. */
const isStraight = (text: string): boolean => /["']/.test(text.replace(/'[{}<>]'?|''/g, ''));

t.test('messages', async (t) => {
  for (const texts of Object.values(messages)) {
    t.same(
      textsOf(texts).filter((text) => isStraight(text) && !GIVEN.includes(text)),
      [],
    );
  }
});

t.test('demo', async (t) => {
  t.same([...textsOf(demoStories), ...textsOf(demoCreators)].filter(isStraight), []);
});
