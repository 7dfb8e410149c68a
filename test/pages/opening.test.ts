import t from 'tap';
import { opensShortly } from '#pages/stories/@slug/@number/opening.ts';

t.test('RDN-05 the first line of a chapter is set apart where its paragraph is short', async (t) => {
  const long = 'word '.repeat(20_000);
  t.ok(opensShortly('<p>Rain.</p>\n<p>More.</p>'));
  t.ok(opensShortly(''), 'a chapter without paragraphs');
  t.notOk(opensShortly(`<p>${long}</p>`), 'browsers take seconds for this one');
  t.notOk(opensShortly(`<h2>One</h2>\n<p class="center">${long}</p>\n<p>Rain.</p>`));
  t.ok(opensShortly(`<p>Rain.</p>\n<p>${long}</p>`), 'others are drawn in no time');
});
