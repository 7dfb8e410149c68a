/** Pasted HTML loses its event handlers. Text that only looks like a handler stays. */
import t from 'tap';
import { withoutHandlers } from '../../../islands/publishing/novel/handlers.ts';

const KEPT = [
  '<img alt="turned on = bright" title=\'x onclick=y\'>',
  '<p>press on = go, once="a"</p>',
  '<a href=https://e.org/?on=1&once=2>a</a>',
  '<img alt="a > b onclick=c < d">',
  '<p title="onclick">a',
];
const MENDED: [from: string, to: string][] = [
  ['<img src=x onerror=alert(1)>', '<img src=x data-on=alert(1)>'],
  ['<p OnClick = "a()" title="b onclick=c">', '<p data-on = "a()" title="b onclick=c">'],
  ['<img alt="a"onerror=b>', '<img alt="a"data-on=b>'],
  ['<p/onclick=a>', '<p/data-on=a>'],
  ['<p title="never ends onclick=a><b onload=c>', '<p title="never ends onclick=a><b data-on=c>'],
];
t.test('NOV-06 handlers go from pasted HTML, and nothing else', async (t) => {
  for (const html of KEPT) t.equal(withoutHandlers(html), html);
  for (const [from, to] of MENDED) t.equal(withoutHandlers(from), to);
});
