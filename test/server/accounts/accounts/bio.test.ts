import t from 'tap';
import { startTestApp } from '../../../support/app.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' };

t.test('what somebody says of themselves', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const account = await app.signUp('Ada');
  const put = (body: object) => app.call('PUT /user/profile', { as: account, body });
  const fieldsOf = (reply: { json(): { fields?: object[] } }) =>
    Object.assign({}, ...(reply.json().fields ?? []));

  await t.test('PRO-07 a bio is plain text in paragraphs', async (t) => {
    const bioOf = async (bio: string | null) => {
      const reply = await put({ bio });
      t.equal(reply.statusCode, 200, reply.body);
      return reply.json().user.bio;
    };
    t.equal(await bioOf('  One.  \r\n\r\n\r\n\r\nTwo.\r\nThree.\u0007\n'), 'One.\n\nTwo.\nThree.');
    t.equal(await bioOf('<b>x</b> https://a.example'), '<b>x</b> https://a.example');
    t.equal(await bioOf('😀'.repeat(1000)), '😀'.repeat(1000));
    t.equal(await bioOf(' \u200b\n'), null, 'nothing that anybody sees');
    t.equal(await bioOf('Back'), 'Back');
    t.equal(await bioOf(null), null);
    const long = await put({ bio: 'x'.repeat(1001) });
    t.equal(long.statusCode, 422);
    t.same(fieldsOf(long), { bio: ['is too long'] });
    t.equal((await put({ bio: 'x'.repeat(5000) })).statusCode, 422);
    const sent = await app.call('POST /user/profile?_method=PUT', {
      as: account,
      headers: form,
      body: 'bio=Sent%0D%0Aby+a+form&_locale=en',
    });
    t.ok(sent.statusCode < 400, sent.body);
    t.equal((await app.call('GET /user/profile', { as: account })).json().user.bio, 'Sent\nby a form');
    t.equal(await bioOf(null), null);
  });
});
