import { eq } from 'drizzle-orm';
import t from 'tap';
import { passkeys } from '#db/schema/index.ts';
import { type Account, PASSWORD, startTestApp } from '../../../support/app.ts';
import { createAuthenticator } from './authenticator.ts';

const SITE = { origin: 'http://tsuzuki.test', rpId: 'tsuzuki.test' };

t.test('passkeys', async (t) => {
  const app = await startTestApp({ environment: { BASE_URL: SITE.origin } });
  t.teardown(() => app.close());
  const { deps } = app;

  const beginAdding = async (as: Account): Promise<string> =>
    (await app.call('POST /user/second_factor/passkeys/options', { as, body: {} })).json().options.challenge;
  const keep = (as: Account, passkey: object, name = 'Laptop') =>
    app.call('POST /user/second_factor/passkeys', { as, body: { name, passkey } });
  async function add(as: Account) {
    const device = createAuthenticator(SITE);
    const reply = await keep(as, device.create({ challenge: await beginAdding(as) }));
    if (reply.statusCode !== 201) throw new Error(reply.body);
    return { device, id: reply.json().id as string, counter: 0 };
  }
  const begin = async (who: Account) => {
    const body = { email: who.email, password: PASSWORD };
    const { ticket } = (await app.call('POST /auth/mail', { body })).json();
    const { options } = (await app.call('POST /auth/second_factor/options', { body: { ticket } })).json();
    return { ticket: ticket as string, challenge: options.challenge as string, options };
  };
  const answer = async (ticket: string, passkey: object) => {
    const reply = await app.call('POST /auth/second_factor', { body: { ticket, passkey } });
    return reply.statusCode === 200 ? 'in' : (reply.json().code ?? reply.statusCode);
  };

  await t.test('one is added and signs in, and no page of another origin gets anything of it', async (t) => {
    const jule = await app.signUp('Jule');
    const { device } = await add(jule);
    const { ticket, challenge, options } = await begin(jule);
    t.equal(options.userVerification, 'required');
    t.equal(options.rpId, SITE.rpId);
    const wrong = [
      { origin: 'https://tsuzuki.test.evil.example' },
      { rpId: 'evil.example' },
      { isVerified: false },
    ];
    for (const change of wrong) {
      const again = await begin(jule);
      const signed = device.sign({ challenge: again.challenge, counter: 1, ...change });
      t.equal(await answer(again.ticket, signed), 'record_invalid', JSON.stringify(change));
    }
    t.equal(await answer(ticket, device.sign({ challenge, counter: 1 })), 'in');
  });

  await t.test('an answer counts once, and for nobody else’s question', async (t) => {
    const jule = await app.signUp('Jule');
    const { device } = await add(jule);
    const first = await begin(jule);
    const signed = device.sign({ challenge: first.challenge, counter: 1 });
    const other = await begin(jule);
    t.not(await answer(other.ticket, signed), 'in', 'signed for another sign-in');
    t.equal(await answer(first.ticket, signed), 'in');
    const later = await begin(jule);
    t.not(await answer(later.ticket, signed), 'in', 'heard before');
    t.not(
      await answer(later.ticket, device.sign({ challenge: later.challenge, counter: 2 })),
      'in',
      'a question that was answered wrongly is over',
    );
  });

  await t.test('a copy of a device is found out by its counter', async (t) => {
    const jule = await app.signUp('Jule');
    const { device } = await add(jule);
    const own = await begin(jule);
    t.equal(await answer(own.ticket, device.sign({ challenge: own.challenge, counter: 7 })), 'in');
    const copy = await begin(jule);
    t.not(await answer(copy.ticket, device.sign({ challenge: copy.challenge, counter: 7 })), 'in');
    const [row] = await deps.db.select().from(passkeys).where(eq(passkeys.userId, jule.id));
    t.equal(row?.counter, 7);
  });

  await t.test('one that was removed lets nobody in, nor proves anything', async (t) => {
    const jule = await app.signUp('Jule');
    const [kept, lost] = [await add(jule), await add(jule)];
    const path = `DELETE /user/second_factor/passkeys/${lost.id}`;
    t.equal((await app.call(path, { as: await app.signUp('Stranger') })).statusCode, 404, 'only its owner');
    t.equal((await app.call(path, { as: jule })).statusCode, 204);
    const asked = await begin(jule);
    t.equal(asked.options.allowCredentials.length, 1);
    t.not(await answer(asked.ticket, lost.device.sign({ challenge: asked.challenge, counter: 1 })), 'in');
    const { options } = (await app.call('POST /auth/fresh/options', { as: jule, body: {} })).json();
    const passkey = lost.device.sign({ challenge: options.challenge, counter: 1 });
    t.equal((await app.call('POST /auth/fresh', { as: jule, body: { passkey } })).statusCode, 422);
    const again = await begin(jule);
    t.equal(await answer(again.ticket, kept.device.sign({ challenge: again.challenge, counter: 1 })), 'in');
  });

  await t.test('that of another account is no answer, and cannot be added a second time', async (t) => {
    const [jule, mirko] = [await app.signUp('Jule'), await app.signUp('Mirko')];
    const own = await add(jule);
    await add(mirko);
    const asked = await begin(mirko);
    t.not(await answer(asked.ticket, own.device.sign({ challenge: asked.challenge, counter: 1 })), 'in');
    const taken = await keep(mirko, own.device.create({ challenge: await beginAdding(mirko) }));
    t.equal(taken.statusCode, 422);
    const challenge = await beginAdding(jule);
    const foreign = await keep(mirko, createAuthenticator(SITE).create({ challenge }));
    t.equal(foreign.statusCode, 422, 'nor is somebody else’s question');
    const twice = createAuthenticator(SITE).create({ challenge });
    const replies = await Promise.all([keep(jule, twice), keep(jule, twice)]);
    t.same(replies.map(({ statusCode }) => statusCode).sort(), [201, 422], 'a question makes one');
  });

  await t.test('what is no answer at all is refused by field, whatever it is', async (t) => {
    const jule = await app.signUp('Jule');
    const { device } = await add(jule);
    const nonsense = [
      {},
      { id: 'x' },
      { id: 'x'.repeat(5000) },
      { ...device.sign({ challenge: 'x' }), response: {} },
      { ...device.sign({ challenge: 'x' }), response: { authenticatorData: 'AAAA', clientDataJSON: '%' } },
      { ...device.sign({ challenge: 'x' }), id: ['x'], rawId: { toString: 1 } },
    ];
    for (const passkey of nonsense) {
      const { ticket } = await begin(jule);
      const reply = await app.call('POST /auth/second_factor', { body: { ticket, passkey } });
      t.equal(reply.statusCode, 422, JSON.stringify(passkey).slice(0, 60));
      await beginAdding(jule);
      t.equal((await keep(jule, passkey)).statusCode, 422);
    }
  });
});
