import t from 'tap';
import { isStaleInSafari } from '../../islands/runtime/enhance.ts';
import { NOTICE_DELAY_MS, takeNotices } from '../../islands/runtime/notices.ts';

t.test('ERR-12 ERR-13 ERR-15 notices leave the address, other parameters and the place stay', async (t) => {
  t.same(takeNotices('http://x/de/a?b=1&error_notice=No&success_notice=Yes&c=%26#d'), {
    href: 'http://x/de/a?b=1&c=%26#d',
    texts: ['Yes', 'No'],
  });
  t.same(
    takeNotices('http://x/?error_notice='),
    { href: 'http://x/', texts: [] },
    'an empty one says nothing',
  );
});

t.test('ERR-16 a notice is cut at 200 characters, never inside one', async (t) => {
  const [text = ''] = takeNotices(`http://x/?success_notice=${encodeURIComponent('😀'.repeat(300))}`).texts;
  t.equal([...text].length, 200);
  t.equal(text, '😀'.repeat(200));
});

t.test('ERR-17 the delay is 500 ms', async (t) => {
  t.equal(NOTICE_DELAY_MS, 500);
});

const agents = {
  safari:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
  chrome:
    'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  android:
    'Mozilla/5.0 (Linux; U; Android 4.0) AppleWebKit/534.30 (KHTML, like Gecko) Version/4.0 Mobile Safari/534.30',
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
};

t.test('HDR-27 only Safari reloads, and only a page from its back-forward cache', async (t) => {
  t.ok(isStaleInSafari({ persisted: true }, agents.safari));
  t.notOk(isStaleInSafari({ persisted: false }, agents.safari));
  for (const agent of [agents.chrome, agents.android, agents.firefox])
    t.notOk(isStaleInSafari({ persisted: true }, agent));
});
