import t from 'tap';
import { corpusText } from '../support/corpus.ts';
import { startSocialApp } from '../support/social.ts';
import { HOME } from '../support/surfer.ts';

t.test('ACC-51 no back-path of a list leads to another site', async (t) => {
  const site = await startSocialApp();
  t.teardown(() => site.close());
  const { google } = site.peers;
  google.mood.person = { ...google.mood.person, email: 'mika@example.org', email_verified: true };
  const ways = await corpusText('open-redirect');
  t.ok(ways.length > 100);
  for (const back of ways) {
    const surfer = site.surfer();
    const at = encodeURIComponent(back);
    const soon = await surfer.go(`/api/auth/google?social_action=sharing&back=${at}`);
    const landing = await surfer.go(`/api/auth/google?social_action=signing&back=${at}`);
    const { location } = await site.arrive(surfer, landing);
    for (const url of [soon, landing, new URL(location, HOME)]) t.equal(url.origin, HOME, back);
    t.match(location, /^\/(?![/\\])/, back);
  }
});
