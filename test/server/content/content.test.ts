import { globSync, readFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import t from 'tap';
import { ownContent, readShelf } from '../../../server/content/load.ts';
import { parseContent } from '../../../server/content/parse.ts';
import { DEFAULT_LOCALE, LOCALES } from '../../../server/lib/locale.ts';
import { product } from '../../../server/lib/product.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const HEAD = ['---', 'title: A title', 'description: What it says', 'changed: 2026-11-23', '---', ''].join(
  '\n',
);
const parse = (text: string, locale = DEFAULT_LOCALE) => parseContent({ name: 'x', locale, text });
const LANGUAGES = LOCALES.filter((locale) => locale !== DEFAULT_LOCALE);

function messageOf(work: () => unknown): string {
  try {
    work();
    return 'nothing was thrown';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

t.test('a text comes in parts, with ids that are the same in every language', async (t) => {
  const text = `${HEAD}Before.\n\n## Coins & more {#coins}\n\n> Bought *there*.\n\nFirst.\n\n### How? {#how}\n\nSo,\nor [so](#coins).\n`;
  const { heading, intro, sections, html, minutes } = parse(text);
  t.equal(heading, 'A title');
  t.equal(intro, '<p>Before.</p>');
  t.same(sections, [
    {
      id: 'coins',
      heading: 'Coins & more',
      summary: 'Bought <em>there</em>.',
      html: '<p>First.</p>\n<h3 id="how">How?</h3>\n<p>So,\nor <a href="#coins">so</a>.</p>',
      intro: '<p>First.</p>',
      parts: [
        { id: 'how', heading: 'How?', html: '<p>So,\nor <a href="#coins">so</a>.</p>', text: 'So, or so.' },
      ],
    },
  ]);
  t.match(html, '<h2 id="coins">Coins &amp; more</h2>');
  t.equal(minutes, 1);
});

t.test('links of this site have the prefix of the language, facts come from the rules', async (t) => {
  const text = `${HEAD}[Go](/stories/x?page=2#episodes), [write](mailto:{support_email}), {creator_share}.\n`;
  const [language = DEFAULT_LOCALE] = LANGUAGES;
  const { html, links } = parse(text, language);
  t.match(html, `href="/${language}/stories/x?page=2#episodes"`);
  t.match(html, `href="mailto:${product.supportEmail}"`);
  t.match(html, '70\u00a0%', 'as German writes it');
  t.match(parse(text).html, '70%');
  t.same(links, ['/stories/x?page=2#episodes']);
});

t.test('HTML in a text stays text', async (t) => {
  const { html } = parse(
    `${HEAD}<script>alert(1)</script>\n\na <b onclick="x()">b</b> [x](javascript:alert(1))\n`,
  );
  t.notMatch(html, /<script|<b |href="javascript/);
});

t.test('what is broken is told with its file and its place', async (t) => {
  for (const [text, told] of [
    ['# No head', 'begins without front matter'],
    [HEAD.replace('title: A title\n', ''), 'title'],
    [HEAD.replace('title: A title', 'title: [a'), 'front matter'],
    [HEAD.replace('title:', 'titel: x\ntitle:'), 'titel'],
    [HEAD.replace('2026-11-23', 'tomorrow'), 'changed'],
    [HEAD.replace('2026-11-23', '2026-02-30'), 'changed: the calendar has no 2026-02-30'],
    [`${HEAD}{nothing_known}`, 'no fact is called {nothing_known}'],
    [`${HEAD}# One {#one}`, '“One {#one}”: a heading has two or three #'],
    [`${HEAD}## One`, '“One”: a heading ends with its id'],
    [`${HEAD}## One {#a}\n\n## Two {#a}`, 'the id a is taken'],
    [`${HEAD}[x](/nowhere)`, 'no page is at /nowhere'],
    [`${HEAD}[x](#nowhere)`, 'no heading has the id of the link #nowhere'],
    [`${HEAD}[x](http://example.org)`, 'the link http://example.org is neither of this site nor https'],
  ] as const) {
    const message = messageOf(() => parse(text));
    t.ok(message.startsWith(`locales/content/${DEFAULT_LOCALE}/x.md: `), message);
    t.ok(message.includes(told), `${message}, ${told}`);
  }
});

t.test('a folder is read whole, and a language without a text has that of the first', async (t) => {
  const folder = await temporaryFolder();
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  const write = async (name: string, text: string) => {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  };
  const of = (day: string) => HEAD.replace('2026-11-23', day);
  await write(`${DEFAULT_LOCALE}/blog/old.md`, of('2026-01-01'));
  await write(`${DEFAULT_LOCALE}/blog/new.md`, of('2026-02-01'));
  await write(`${DEFAULT_LOCALE}/about.md`, `${HEAD}## One {#one}`);
  const [language = DEFAULT_LOCALE] = LANGUAGES;
  await write(`${language}/blog/old.md`, of('2026-01-02').replace('A title', 'Ein Titel'));
  const shelf = readShelf(folder);
  t.same(
    shelf.list(language, 'blog').map(({ title, locale }) => [title, locale]),
    [
      ['A title', DEFAULT_LOCALE],
      ['Ein Titel', language],
    ],
  );
  t.throws(() => shelf.find(language, 'nothing'), 'a page that is none');
  await write(`${language}/faq.md`, `${HEAD}[x](/about#two)`);
  t.equal(
    messageOf(() => readShelf(folder)),
    `locales/content/${language}/faq.md: no heading is at /about#two`,
  );
});

t.test('I18-07 every text stands in every language, with the same parts, facts and links', async (t) => {
  const root = join(import.meta.dirname, '../../../locales/content');
  const filesOf = (locale: string) => globSync('**/*.md', { cwd: join(root, locale) }).sort();
  const structureOf = (locale: string, file: string) => {
    const text = readFileSync(join(root, locale, file), 'utf8');
    const all = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found);
    return {
      fields: all(/^(\w+):/gm),
      day: all(/^changed: (.*)$/gm),
      tags: all(/^tags: (.*)$/gm),
      headings: all(/^(#+ ).*(?=\{#)/gm).map((level, index) => [level, all(/\{#([a-z0-9-]+)\}$/gm)[index]]),
      summaries: all(/^(>) /gm).length,
      items: all(/^(- |\d\. )/gm).length,
      facts: [...new Set(all(/\{(\w+)\}/g))].sort(),
      links: all(/\]\(([^)]+)\)/g).sort(),
    };
  };
  const files = filesOf(DEFAULT_LOCALE);
  t.ok(files.length > 0);
  for (const language of LANGUAGES) {
    t.same(filesOf(language), files);
    for (const file of files)
      t.same(structureOf(language, file), structureOf(DEFAULT_LOCALE, file), `${language}/${file}`);
  }
  for (const locale of LOCALES) {
    for (const file of filesOf(locale)) {
      const body = readFileSync(join(root, locale, file), 'utf8').replace(/^---\n[\s\S]*?\n---\n/, '');
      t.notMatch(body, /["']/, `${locale}/${file}: quotes are those of a printer`);
      t.equal(ownContent().find(locale, file.replace(/\.md$/, '')).locale, locale);
    }
  }
});
