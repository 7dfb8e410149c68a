import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import t from 'tap';
import { fillRefusedForm } from '../../../server/rendering/refused-form.ts';

const ACTION = '/api/things?_method=PUT';
const page = (form: string) =>
  `<!doctype html><html lang="en"><head><title>x</title></head><body>${form}</body></html>`;
const fill = (
  form: string,
  values: Record<string, string | string[]>,
  fields: Record<string, string[]> = {},
): string =>
  fillRefusedForm(page(form), {
    status: 422,
    action: ACTION,
    address: '/things?error_notice=No',
    values,
    fields,
    heading: 'So many fields',
  }) ?? 'no form';
const form = (inner: string) => `<form method="post" action="${ACTION}">${inner}</form>`;

t.test('ERR-11 what was typed stays, whatever it was typed into', async (t) => {
  const html = fill(
    form(
      '<input name="a" value="old"><textarea name="b">old</textarea>' +
        '<select name="c"><option value="1" selected>One</option><option>Two</option></select>' +
        '<input type="checkbox" name="d" checked><input type="checkbox" name="e" value="x">' +
        '<input type="radio" name="f" value="1" checked><input type="radio" name="f" value="2">' +
        '<input name="g"><input name="g">',
    ),
    { a: '"><script>', b: '\n<b>', c: 'Two', e: 'x', f: '2', g: ['1', '2'] },
  );
  t.match(html, '<input name="a" value="&quot;&gt;&lt;script&gt;">');
  t.match(html, '<textarea name="b">\n\n&lt;b&gt;</textarea>');
  t.match(html, '<option value="1">One</option><option selected="">Two</option>');
  t.match(html, '<input type="checkbox" name="d"><input type="checkbox" name="e" value="x" checked="">');
  t.match(html, 'name="f" value="1"><input type="radio" name="f" value="2" checked="">');
  t.match(html, '<input name="g" value="1"><input name="g" value="2">');
  t.notMatch(html, '<script>alert');
});

t.test('ERR-09, ERR-11 of several forms for one call the one that was sent says what is wrong', async (t) => {
  const state = (value: string) => `<input type="hidden" name="state" value="${value}">`;
  const forms = [
    form(`${state('approved')}<button>Approve</button>`),
    form(`${state('paid')}<label>Reference <input name="reference"></label>`),
    `<details>${form(`${state('rejected')}<label>Reason <textarea name="reason"></textarea></label>`)}</details>`,
  ];
  const html = fill(forms.join(''), { state: 'rejected', reason: '' }, { reason: ["Reason can't be blank"] });
  t.match(html, /<details open="">.*aria-invalid="true".*<ul class="refused"/s);
  t.notMatch(html.slice(0, html.indexOf('<details')), 'refused"');
  const paid = fill(
    forms.join(''),
    { state: 'paid', reference: 'R 1' },
    { reference: ['Reference is too long'] },
  );
  t.match(paid, /name="reference" value="R 1"[^>]*aria-invalid="true"/);
  const other = fill(forms.join(''), { state: 'unknown' }, { state: ['State is invalid'] });
  t.match(other, /<ul class="refused"/, 'it is said at the first one, where none fits');
});

t.test('ERR-11 secrets and what the form itself says are not given back', async (t) => {
  const sent = { a: '1', password: 'secret words', _back: '//evil.example', file: 'x' };
  const html = fill(
    form(
      '<input name="a"><input type="password" name="password"><input type="hidden" name="_back" value="/x">' +
        '<input type="file" name="file">',
    ),
    sent,
  );
  t.notMatch(html, 'secret words');
  t.notMatch(html, 'evil');
  t.match(html, 'name="_back" value="/x"');
});

t.test('ERR-09, ERR-11 every wrong field says so, and a summary leads to each', async (t) => {
  const html = fill(
    form(
      '<fieldset><legend>Born</legend><input name="born.day" id="day"><input name="born.year"></fieldset>' +
        '<label>The <b>A</b> <input id="a" name="a" aria-describedby="hint"></label><input name="c">',
    ),
    { a: '', c: '' },
    {
      a: ["A can't be blank", 'A is too short'],
      born: ['Born is invalid'],
      none: ['None is <b>wrong</b>'],
    },
  );
  t.match(html, 'aria-invalid="true" aria-describedby="hint refused-a"');
  t.match(html, '<ul class="refused" id="refused-a"><li>A can\'t be blank</li><li>A is too short</li></ul>');
  t.match(html, '<ul class="refused" id="refused-born"><li>Born is invalid</li></ul></fieldset>');
  t.match(html, /<ul class="refused" id="refused-none"><li>None is &lt;b&gt;wrong/);
  t.match(
    html,
    `<form method="post" action="${ACTION}"><div class="refused-all" tabindex="-1" autofocus=""><p>So many fields</p>` +
      '<ul><li><a href="#refused-none">None is &lt;b&gt;wrong&lt;/b&gt;</a></li>' +
      '<li><a href="#day">Born</a></li><li><a href="#a">The A</a></li></ul></div>',
  );
  t.equal(html.match(/aria-invalid/g)?.length, 3);
  t.equal(html.match(/autofocus/g)?.length, 1);
});

t.test('ERR-11 of one wrong field there is no summary; it takes the cursor itself', async (t) => {
  const html = fill(form('<input name="a"><input name="b">'), { a: '', b: '' }, { b: ['B is wrong'] });
  t.match(html, '<input name="b" value="" aria-invalid="true" aria-describedby="refused-b" autofocus="">');
  t.notMatch(html, 'So many fields');
});

t.test(
  'only the form that was sent is filled, also where it stands for readers without script',
  async (t) => {
    const other = '<form action="/api/other"><input name="a"></form>';
    t.equal(fill(other, { a: '1' }), 'no form');
    t.equal(fill(form('<input name="b">'), { a: '1' }), 'no form');
    const html = fill(`${other}<noscript>${form('<input name="a">')}</noscript>`, { a: '1' });
    t.match(html, `<form action="/api/other"><input name="a"></form>`);
    t.match(html, '<input name="a" value="1">');
    t.match(html, 'data-address="/things?error_notice=No"');
  },
);

t.test('a script leaves the filled form as it is', async (t) => {
  const html = fill(`<tsuzuki-island name="X" wake="idle">${form('<input name="a">')}</tsuzuki-island>`, {
    a: '1',
  });
  t.match(html, '<tsuzuki-island name="X" awake="" wake="touch">');
});

t.test('ERR-11 a box that stands elsewhere on the page and names the form keeps its tick', (t) => {
  const box = (value: string) => `<input type="checkbox" name="ids" value="${value}" form="many">`;
  const html = fill(
    `${box('1')}${box('2')}<form id="many" method="post" action="${ACTION}"><input name="date"></form>`,
    { ids: '2', date: 'soon' },
  );
  t.match(html, 'value="1" form="many"><input type="checkbox" name="ids" value="2" form="many" checked="">');
  t.end();
});

t.test('ERR-11 what stands beside the form comes back as it was', async (t) => {
  const picture = '<svg viewBox="0 0 2 2"><path d="M0 0h2"></path></svg>';
  const island = (inner: string) =>
    `<tsuzuki-island props="{&quot;text&quot;:&quot;${'x'.repeat(50)}&quot;}">${inner}</tsuzuki-island>`;
  const around = `<header>${picture}${island('')}</header><script>if (1 < 2) "</p>"</script>`;
  const html = fill(
    `${around}<nav>a</nav>${island(form(`<label>A${picture}<input name="a"></label>`))}<footer>b</footer>`,
    { a: '<!--0-->' },
  );
  t.ok(html.includes(`<body>${around}<nav>a</nav><tsuzuki-island props="{&quot;text`), html);
  t.match(html, `<label>A${picture}<input name="a" value="&lt;!--0--&gt;">`);
  t.match(html, '<footer>b</footer></body>');
});

t.test('ERR-11 a form in a header is found', async (t) => {
  t.match(fill(`<header>${form('<input name="a">')}</header>`, { a: '1' }), '<input name="a" value="1">');
});

t.test('ERR-11 the HTML of React is read as browsers read it', async (t) => {
  const html = fill(
    renderToString(
      h(
        'form',
        { method: 'post', action: '/api/others' },
        h('input', { name: 'a', placeholder: 'the value="x" > here', defaultValue: "it's" }),
        h(
          'select',
          { name: 'b', defaultValue: 'x' },
          h('option', { value: 'x' }, 'X'),
          h('option', { value: "it's & <co>" }, 'Y'),
          h('option', null, "that's"),
        ),
        h('select', { name: 'c' }, h('option', null, 'X'), h('option', null, "that's")),
        h('textarea', { name: 'd', defaultValue: '\n<form>' }),
        h('button', { type: 'submit', formAction: ACTION }, 'Letter'),
      ),
    ),
    { a: 'new', b: "it's & <co>", c: "that's", d: '' },
  );
  t.match(html, /<input [^>]*placeholder="the value=&quot;x&quot; &gt; here"[^>]* value="new">/);
  t.match(html, '<option value="x">X</option>');
  t.match(html, '<option value="it&#x27;s &amp; &lt;co&gt;" selected="">Y</option>');
  t.match(html, '<option selected="">that&#x27;s</option>');
  t.match(html, '<textarea name="d"></textarea>');
  t.equal(html.match(/selected/g)?.length, 2);
});

t.test('a form that only a script contains is none', async (t) => {
  const script = `<script type="module">const drawn = '${form('<input name="a">')}'</script>`;
  t.equal(fill(script, { a: '1' }), 'no form');
  t.match(fill(`${script}${form('<input name="a">')}`, { a: '1' }), `${script}<form`);
});

t.test('ERR-11 messages without a field of their own keep their order above the form', async (t) => {
  const html = fill(
    form('<label>A <input name="a"></label>'),
    { a: '' },
    { one: ['One is wrong'], a: ['A is wrong'], two: ['Two is wrong'] },
  );
  t.match(
    html,
    /refused-all.*id="refused-one".*id="refused-two".*<label>A <input [^>]*><\/label><ul class="refused" id="refused-a"/,
  );
});
