/**
 * Hostile texts through every text field of the API: stored byte for byte, or refused by field. Two rules change a
 * text: titles become one line without invisible characters, tags get single spaces.
 */

import t from 'tap';
import { passwordHasher } from '../../server/domains/accounts/accounts/passwords.ts';
import { FORM_MAX_BYTES } from '../../server/http/form-bodies.ts';
import { safePath } from '../../server/lib/forms.ts';
import { cleanTitle } from '../../server/lib/names.ts';
import { isBlank, isStorable } from '../../server/lib/text.ts';
import { startTestApp } from '../support/app.ts';
import { faultOf, fieldNames } from '../support/bad-input.ts';
import { createEpisode, createStory, publishStory } from '../support/console.ts';
import { corpusText } from '../support/corpus.ts';
import { hostileTexts, optional, own, required, seen } from './texts.ts';

const oneTag = (text: string): string[] => (isBlank(text) ? [] : [text.trim().replace(/\s+/g, ' ')]);

/** Refuses characters that no database stores. Removes invisible ones. */
const titled = (text: string) => (isStorable(text) ? required(cleanTitle(text), 120) : 'refused');

t.test('hostile texts through the API', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { texts, all } = await hostileTexts();
  t.ok(all.length > 1800, 'the corpus is there');
  const creator = await app.signUp('Creator');

  await t.test('title, description and tags of a story', async (t) => {
    const { story } = await publishStory(app, creator);
    const faults: string[] = [];
    for (const [at, text] of all.entries()) {
      const note = (what: string) => void faults.push(`${JSON.stringify(text.slice(0, 60))}: ${what}`);
      const verdicts = {
        title: titled(text),
        description: optional(text, 3000),
        tags: isStorable(text) ? optional(oneTag(text)[0] ?? '', 30) : 'refused',
      };
      const values = { title: text, description: text, tags: [text] };
      const names = ['title', 'description', 'tags'] as const;
      const bad = names.filter((name) => verdicts[name] === 'refused');
      const change = (body: object) => app.call(`PATCH /creator/stories/${story.id}`, { as: creator, body });
      if (bad.length > 0) {
        const refusal = await change(values);
        const fault = faultOf(refusal);
        if (fault !== null) note(fault);
        if (refusal.statusCode !== 422 || fieldNames(refusal).toSorted().join() !== bad.toSorted().join())
          note(`${bad} to be refused: ${refusal.body}`);
      }
      const good = names.filter((name) => verdicts[name] === 'kept');
      if (good.length === 0) continue;
      const reply = await change(Object.fromEntries(good.map((name) => [name, values[name]])));
      if (reply.statusCode !== 200) {
        note(reply.body.slice(0, 200));
        continue;
      }
      const wished = { title: cleanTitle(text), description: text, tags: oneTag(text) };
      if (seen(wished.title) !== seen(text)) note('loses what is seen');
      const { story: said } = reply.json();
      const isRead = at % 10 === 0;
      const read = isRead ? [(await app.call(`GET /stories/${story.id}`)).json().story] : [];
      for (const kept of [said, ...read]) {
        for (const name of good)
          if (JSON.stringify(kept[name]) !== JSON.stringify(wished[name]))
            note(`${name} became ${JSON.stringify(kept[name])}`);
      }
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(said.slug)) note(`slug ${said.slug}`);
    }
    t.same(faults, []);
  });

  await t.test('title of an episode', async (t) => {
    const story = await createStory(app, creator);
    const episode = await createEpisode(app, creator, story.id);
    const faults: string[] = [];
    for (const title of texts) {
      const body = { title };
      const reply = await app.call(`PATCH /creator/episodes/${episode.id}`, { as: creator, body });
      const isKept = titled(title) === 'kept';
      const fault = faultOf(reply);
      const isRight = isKept
        ? reply.statusCode === 200 && reply.json().episode.title === cleanTitle(title)
        : fieldNames(reply).join() === 'title';
      if (fault !== null || !isRight)
        faults.push(`${JSON.stringify(title.slice(0, 60))}: ${reply.body.slice(0, 200)}`);
    }
    t.same(faults, []);
  });

  await t.test('nothing of it ran in the database', async (t) => {
    t.equal((await app.call('GET /creator/stories', { as: creator })).json().total, 2);
    t.equal((await app.call('GET /user/account', { as: creator })).json().user.administrator, false);
  });
});

t.test('where a sign-in leads back to', async (t) => {
  const places = [...(await corpusText('open-redirect')), ...(await corpusText('crlf')), ...own];
  const base = 'https://tsuzuki.example';

  await t.test('safePath lets no address leave the site, whatever a browser makes of it', async (t) => {
    const faults = places.filter((place) => {
      const path = safePath(place);
      return path !== undefined && (new URL(path, base).origin !== base || /[\r\n\\]|^\/\//.test(path));
    });
    t.same(faults, []);
    t.equal(safePath('/stories/x?order=newest#episodes'), '/stories/x?order=newest#episodes');
    t.equal(safePath('/de/stories/ä'), '/de/stories/%C3%A4');
    for (const out of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      '/\t/evil.example',
      '',
      'x',
      null,
      ['/'],
    ])
      t.equal(safePath(out), undefined, String(out));
  });

  await t.test('a form that asks to go elsewhere stays here', async (t) => {
    const app = await startTestApp();
    t.teardown(() => app.close());
    const { email } = await app.signUp('Reader');
    const { verify } = passwordHasher.of(app.deps);
    passwordHasher.of(app.deps).verify = async () => true;
    t.teardown(() => {
      passwordHasher.of(app.deps).verify = verify;
    });
    const faults: string[] = [];
    for (const place of places) {
      if (encodeURIComponent(place.toWellFormed()).length > FORM_MAX_BYTES) continue;
      const payload = new URLSearchParams({ email, password: 'x', _back: place }).toString();
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const reply = await app.app.inject({ method: 'POST', url: '/api/auth/mail', payload, headers });
      const location = String(reply.headers.location);
      const isHere = /^\/(?![/\\])/.test(location) && new URL(location, base).origin === base;
      if (reply.statusCode !== 303 || !isHere || reply.headers.crlf !== undefined)
        faults.push(`${JSON.stringify(place)}: ${reply.statusCode} ${location}`);
      const cookies = [reply.headers['set-cookie'] ?? []].flat().join('\n');
      if (/injection/.test(cookies)) faults.push(`${JSON.stringify(place)}: ${cookies}`);
    }
    t.same(faults, []);
  });
});
