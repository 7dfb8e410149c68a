import t from 'tap';
import { utf8Of } from '#server/rendering/utf8.ts';

t.test('text becomes the bytes that Buffer makes of it', async (t) => {
  for (const text of ['', 'plain', 'Bücher …', 'ツヅキ', '😀 end', 'cut \ud83d', '\ude00 cut', 'ツ\u0000'])
    t.same(utf8Of(text), Buffer.from(text), JSON.stringify(text));
});
