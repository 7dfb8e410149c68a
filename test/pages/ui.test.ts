import { createElement, type ElementType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import t from 'tap';
import { createServer } from 'vite';

// Node cannot load .tsx, so Vite does, as for the pages.
const vite = await createServer({
  configFile: false,
  root: new URL('../..', import.meta.url).pathname,
  plugins: [(await import('@vitejs/plugin-react')).default()],
  server: { middlewareMode: true, ws: false, watch: null },
  optimizeDeps: { noDiscovery: true },
  appType: 'custom',
  logLevel: 'error',
});

async function component(file: string, name: string): Promise<ElementType> {
  const module: Record<string, ElementType> = await vite.ssrLoadModule(`/pages/ui/${file}.tsx`);
  const found = module[name];
  if (!found) throw new Error(`${file}.tsx exports no ${name}`);
  return found;
}

const render = (type: ElementType, props: object) => renderToStaticMarkup(createElement(type, props));
const attribute = (html: string, name: string) => html.match(new RegExp(`\\s${name}="([^"]*)"`))?.[1];
const textOf = (html: string, id: string, tag: string) =>
  html
    .match(new RegExp(`<${tag}[^>]*\\sid="${id}"[^>]*>(.*?)</${tag}>`, 's'))?.[1]
    ?.replace(/<[^>]*>/g, ' ') ?? '';

const picture = {
  sources: [
    { type: 'image/webp', srcset: '/m/a-360.webp 360w' },
    { type: 'image/avif', srcset: '/m/a-360.avif 360w' },
  ],
  url: '/m/a.jpg',
  width: 640,
  height: 480,
};

t.test('ERR-09 ERR-11 every message stands under its field and belongs to its control', async (t) => {
  const errors = ['E-mail is invalid', 'E-mail is already taken'];
  for (const [name, control] of [
    ['TextField', 'input'],
    ['TextArea', 'textarea'],
    ['SelectField', 'select'],
  ] as const) {
    const Type = await component('Field', name);
    const html = render(Type, {
      id: 'mail',
      name: 'mail',
      label: 'E-mail',
      hint: 'Only you see it.',
      errors,
    });
    const own = html.match(new RegExp(`<${control}[^>]*>`))?.[0] ?? '';
    t.equal(attribute(own, 'aria-invalid'), 'true', name);
    const [hintId, errorsId, ...more] = (attribute(own, 'aria-describedby') ?? '').split(' ');
    t.same(more, []);
    t.match(textOf(html, hintId ?? '', 'p'), 'Only you see it.');
    for (const error of errors) t.match(textOf(html, errorsId ?? '', 'ul'), error);
    t.equal(attribute(html.match(/<label[^>]*>/)?.[0] ?? '', 'for'), attribute(own, 'id'));
  }
});

t.test('ERR-11 several wrong fields of one form keep their messages apart', async (t) => {
  const TextField = await component('Field', 'TextField');
  const Checkbox = await component('Checkbox', 'Checkbox');
  const html = renderToStaticMarkup(
    createElement('form', null, [
      createElement(TextField, { key: 1, name: 'title', label: 'Title', errors: ["Title can't be blank"] }),
      createElement(TextField, { key: 2, name: 'slug', label: 'Slug', errors: ['Slug is taken'] }),
      createElement(Checkbox, { key: 3, name: 'terms', errors: ['Terms must be accepted'] }, 'Terms'),
    ]),
  );
  const described = [...html.matchAll(/<input[^>]*aria-describedby="([^"]*)"/g)].map(
    (match) => match[1] ?? '',
  );
  t.equal(new Set(described).size, 3);
  const words = described.map((id) => textOf(html, id, 'ul').trim());
  t.same(words, ['Title can&#x27;t be blank', 'Slug is taken', 'Terms must be accepted']);
});

t.test('a right field names no errors', async (t) => {
  const html = render(await component('Field', 'TextField'), { name: 'title', label: 'Title', errors: [] });
  t.notMatch(html, 'aria-invalid');
  t.notMatch(html, 'aria-describedby');
});

t.test('EPI-06 EPI-12 each of the four states has a word and a shape of its own', async (t) => {
  const module = await vite.ssrLoadModule('/pages/ui/StateMark.tsx');
  const states: readonly string[] = module.markedStates;
  t.same(states, ['in_progress', 'scheduled', 'published', 'blocked']);
  const words = {
    in_progress: 'In Arbeit',
    scheduled: 'Geplant',
    published: 'Erschienen',
    blocked: 'Gesperrt',
  };
  const marks = states.map((state) => render(module.StateMark, { state, words }));
  t.same(
    marks.map((html) => html.replace(/<[^>]*>/g, '')),
    Object.values(words),
  );
  t.equal(new Set(marks.map((html) => attribute(html, 'class'))).size, 4);
});

t.test('a picture keeps its place and offers AVIF first, whatever the order of its sources', async (t) => {
  const Picture = await component('Picture', 'Picture');
  const html = render(Picture, { ...picture, alt: 'Cover', sizes: '50vw', priority: 'high' });
  t.same(
    [...html.matchAll(/<source[^>]*type="([^"]*)"/g)].map((match) => match[1]),
    ['image/avif', 'image/webp'],
  );
  const image = html.match(/<img[^>]*>/)?.[0] ?? '';
  t.equal(attribute(image, 'width'), '640');
  t.equal(attribute(image, 'height'), '480');
  t.equal(attribute(image, 'src'), '/m/a.jpg');
  t.match(image, /fetchpriority="high"/i);
  t.notMatch(image, 'loading=');
  t.match(render(Picture, { ...picture, alt: '', sizes: '50vw', priority: 'lazy' }), 'loading="lazy"');
});

t.test('a placeholder reaches the style only as plain image data', async (t) => {
  const Picture = await component('Picture', 'Picture');
  const draw = (placeholder: string) => render(Picture, { ...picture, alt: '', sizes: '50vw', placeholder });
  t.match(draw('data:image/webp;base64,UklGRh4AAABXRUJQ'), 'data:image/webp;base64,UklGRh4AAABXRUJQ');
  t.notMatch(draw('data:image/svg+xml;base64,PHN2Zz4='), 'style=');
  t.notMatch(draw('data:image/png;base64,AA==");position:fixed;x:url("'), 'style=');
  t.notMatch(draw('https://elsewhere.example/x.png'), 'style=');
});

t.test('a title is text, whatever stands in it', async (t) => {
  const hostile = `<img src=x onerror="alert(1)">&amp;'"`;
  const shown = '&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;amp;&#x27;&quot;';
  const card = render(await component('StoryCard', 'StoryCard'), {
    href: '/stories/a',
    title: hostile,
    cover: picture,
    meta: hostile,
  });
  t.equal(card.split(shown).length, 3);
  t.equal(card.match(/<img/g)?.length, 1, 'the cover is the only picture');
  const row = render(await component('EpisodeRow', 'EpisodeRow'), {
    href: '/stories/a/1',
    number: 1,
    title: hostile,
    thumbnail: null,
    facts: [hostile],
  });
  t.equal(row.split(shown).length, 3);
  t.notMatch(row, '<img');
});

t.test('a dialog is named by its heading, with a way out that needs no script', async (t) => {
  const html = render(await component('Dialog', 'Dialog'), {
    id: 'delete',
    heading: 'Delete “Ash Street”?',
    closeLabel: 'Close',
  });
  const dialog = html.match(/<dialog[^>]*>/)?.[0] ?? '';
  t.equal(textOf(html, attribute(dialog, 'aria-labelledby') ?? '', 'h2'), 'Delete “Ash Street”?');
  t.notMatch(dialog, ' open');
  t.match(html, /<form method="dialog"><button[^>]*aria-label="Close"/);
});

t.test('a busy button says what it does and can still be focused', async (t) => {
  const html = render(await component('Button', 'Button'), {
    busy: 'Saving',
    type: 'submit',
    children: 'Save',
  });
  t.match(html, /aria-disabled="true"/);
  t.match(html, />Saving</);
  t.notMatch(html, />Save</);
  t.notMatch(html, /\sdisabled/);
});

t.test('a table cell keeps its label where rows fold', async (t) => {
  const html = render(await component('Table', 'Table'), {
    caption: 'Revenue',
    columns: [
      { key: 'month', label: 'Month' },
      { key: 'earned', label: 'Earnings', numeric: true },
    ],
    rows: [{ id: '1', cells: { month: 'October', earned: '$61.08' } }],
  });
  t.match(html, /<th scope="row"[^>]*>October<\/th>/);
  t.match(html, /<td[^>]*data-label="Earnings"[^>]*>\$61\.08<\/td>/);
});

t.test('a pager leaves out what is far, and stands only where there is a choice', async (t) => {
  const Pager = await component('Pager', 'Pager');
  const labels = {
    label: 'Pages',
    previousLabel: 'Previous',
    nextLabel: 'Next',
    hrefOf: (n: number) => `?page=${n}`,
  };
  const shown = (page: number, pages: number) =>
    render(Pager, { ...labels, page, pages })
      .replace(/<[^>]*>/g, ' ')
      .trim()
      .split(/\s+/)
      .join(' ');
  t.equal(shown(1, 1), '');
  t.equal(shown(1, 2), '1 2');
  t.equal(shown(5, 20), '1 … 4 5 6 … 20');
  t.equal(shown(2, 3), '1 2 3');
  t.match(render(Pager, { ...labels, page: 2, pages: 3 }), /href="\?page=2" aria-current="page"/);
});

t.teardown(() => vite.close());
