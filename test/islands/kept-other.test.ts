import t from 'tap';
import { findOther, keepOther } from '../../islands/autosave/keptOther.ts';
import { DAY_MS } from '../../server/lib/durations.ts';

const store = new Map<string, string>();
Object.assign(globalThis, {
  localStorage: {
    getItem: (key: string) => store.get(key) ?? null,
    setItem: (key: string, value: string) => void store.set(key, value),
    removeItem: (key: string) => void store.delete(key),
  },
});
const isText = (value: unknown): value is string => typeof value === 'string';

t.test('the other version can be taken back for a day, and no longer', async (t) => {
  keepOther('story:1', 'Theirs', 1000);
  t.equal(findOther('story:1', isText, 1000 + DAY_MS - 1)?.value, 'Theirs');
  t.equal(findOther('story:2', isText, 1000), null);
  t.equal(findOther('story:1', isText, 1000 + DAY_MS), null);
  t.equal(store.size, 0, 'nothing stays behind');
  store.set('other-version:story:1', '{"value":{"odd":1},"until":9e15}');
  t.equal(findOther('story:1', isText), null, 'what is in the store is looked at');
});
