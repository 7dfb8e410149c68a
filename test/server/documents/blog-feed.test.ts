/** The blog's feed, read by a third-party parser. */
import { parseAtomFeed } from 'feedsmith';
import t from 'tap';
import { ownContent } from '#server/content/load.ts';
import { BLOG_TAGS } from '../../../pages/blog/notes.ts';
import { startTestApp } from '../../support/app.ts';

const BASE_URL = 'https://tsuzuki.test';
const app = await startTestApp({ environment: { BASE_URL } });
t.teardown(() => app.close());
const read = (text: string) => {
  const plain = JSON.stringify(parseAtomFeed(text), (_key, part) => part?.value ?? part);
  return JSON.parse(plain) as {
    [name in 'id' | 'title' | 'updated']: string;
  } & {
    links: object[];
    entries: (Record<'id' | 'title' | 'summary' | 'content' | 'published', string> & { links: object[] })[];
  };
};

for (const [locale, prefix, title] of [
  ['en', '', 'Notes from the house · Tsuzuki'],
  ['de', '/de', 'Notizen aus dem Haus · Tsuzuki'],
] as const) {
  t.test(`LEG-10, I18-07 the blog has a feed in ${locale}, the newest note first`, async (t) => {
    const reply = await app.app.inject({ url: `${prefix}/blog/feed.xml` });
    t.equal(reply.statusCode, 200);
    t.equal(reply.headers['content-type'], 'application/atom+xml; charset=utf-8');
    const feed = read(reply.body);
    t.equal(feed.title, title);
    t.match(feed.links, [
      { rel: 'self', href: `${BASE_URL}${prefix}/blog/feed.xml` },
      { rel: 'alternate', href: `${BASE_URL}${prefix}/blog` },
    ]);
    const notes = ownContent().list(locale, 'blog');
    t.ok(notes.length >= 4);
    t.same(
      feed.entries.map((entry) => entry.title),
      notes.map((note) => note.title),
    );
    const days = feed.entries.map(({ published }) => published);
    t.same(days, days.toSorted().toReversed());
    for (const { id, content, links } of feed.entries) {
      t.ok(id.startsWith(`${BASE_URL}${prefix}/blog/`), id);
      t.match(links, [{ href: id }], 'it is known by its address');
      t.notMatch(content, /href="(?!https:|mailto:|#)/, 'links hold elsewhere, too');
      t.match(content, '<h2', 'the whole note');
    }
    t.equal(new Set(feed.entries.map(({ id }) => id)).size, notes.length);
  });
}

t.test('LEG-10 every note belongs to a subject that has a page, and to a day that has come', async (t) => {
  const today = app.deps.clock.now().toISOString().slice(0, 10);
  for (const { name, tags, published = '' } of ownContent().list('en', 'blog')) {
    t.ok(tags.length > 0, name);
    t.same(
      tags.filter((tag) => !(BLOG_TAGS as readonly string[]).includes(tag)),
      [],
      name,
    );
    t.ok(published !== '' && published <= today, name);
  }
});
