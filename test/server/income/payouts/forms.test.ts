import { and, eq } from 'drizzle-orm';
import t from 'tap';
import { adminActions, payouts, taxForms, users } from '#db/schema/index.ts';
import { eraseDueAccounts } from '#server/domains/administration/privacy/deletion.ts';
import { deleteOldForms } from '#server/domains/income/payouts/forms.ts';
import { FORM_MAX_BYTES } from '#server/domains/income/payouts/rules.ts';
import { DAY_MS } from '#server/lib/durations.ts';
import { newId } from '#server/lib/ids.ts';
import { type Account, startTestApp } from '../../../support/app.ts';
import { ask, fileBody, makeCreator, PDF } from '../../../support/payouts.ts';

t.test('tax forms', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const { deps } = app;
  let nowMs = Date.now();
  deps.clock.now = () => new Date(nowMs);
  const mei = await app.signUp('Mei Tan');
  await app.makeAdministrator(mei);
  const send = (as: Account, bytes: Uint8Array, name?: string) =>
    app.call('POST /user/tax_forms', { as, ...fileBody(bytes, name) });
  const askForm = (id: string, kind = 'W-8BEN', as = mei) =>
    app.call(`POST /admin/payouts/${id}/form_request`, { as, body: { kind } });
  const approve = (id: string) =>
    app.call(`PATCH /admin/payouts/${id}`, { as: mei, body: { state: 'approved' } });
  const open = (id: string, as: Account | undefined = mei) =>
    app.call(`GET /admin/payouts/${id}/form`, { as });
  const keys = async () => {
    const found: string[] = [];
    for await (const { key } of deps.storage.list('private/')) found.push(key);
    return found;
  };

  await t.test('REV-20 asked for, it is needed before the approval; each look is logged', async (t) => {
    const creator = await makeCreator(app);
    const id = await ask(app, creator);
    t.equal((await send(creator, PDF)).json().code, 'form_not_asked');
    t.equal((await askForm(id)).statusCode, 200);
    t.equal((await askForm(id)).json().code, 'form_asked_already');
    t.equal((await approve(id)).json().code, 'form_missing');
    t.equal((await open(id)).statusCode, 404);
    const reply = await send(creator, PDF);
    t.equal(reply.statusCode, 201, reply.body);
    t.match((await app.call('GET /user/payouts', { as: creator })).json().payouts[0], {
      form: { kind: 'W-8BEN', received: true },
    });
    const [form] = await deps.db.select().from(taxForms).where(eq(taxForms.userId, creator.id));
    const stored = await deps.storage.read(form?.storageKey ?? '');
    t.notMatch(stored.toString('latin1'), /PDF|Catalog/, 'sealed');
    for (const path of [
      `/${form?.storageKey}`,
      `/media/${form?.storageKey}`,
      `/media/${form?.id}`,
      `/uploads/${form?.id}`,
    ])
      t.equal((await app.app.inject({ method: 'GET', url: path })).statusCode, 404, `${path} is not served`);
    for (const as of [creator, await app.signUp('Other')]) t.equal((await open(id, as)).statusCode, 403);
    t.equal((await app.call(`GET /admin/payouts/${id}/form`)).statusCode, 401);
    const looks = () =>
      deps.db.$count(
        adminActions,
        and(eq(adminActions.deed, 'tax_form_opened'), eq(adminActions.subjectId, creator.id)),
      );
    t.equal(await looks(), 0);
    const seen = await open(id);
    t.same(seen.rawPayload, PDF);
    t.match(seen.headers, {
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-disposition': /^attachment/,
      'cache-control': /no-store/,
    });
    await open(id);
    t.equal(await looks(), 2);
    t.equal((await approve(id)).statusCode, 200);
    t.equal((await send(creator, PDF)).json().code, 'form_not_asked', 'what is approved needs none');
  });

  await t.test('hostile files and names leave nothing', async (t) => {
    const creator = await makeCreator(app, { name: 'Hostile' });
    await askForm(await ask(app, creator));
    const before = await keys();
    for (const [status, bytes, name] of [
      [415, Buffer.from('<html><script>alert(1)</script>'), 'form.pdf'],
      [415, Buffer.concat([PDF, Buffer.from('PK\u0003\u0004')]), 'form.pdf'],
      [415, Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'form.jpg'],
      [422, Buffer.alloc(0), 'form.pdf'],
      [413, Buffer.alloc(FORM_MAX_BYTES + 1, 0x20), 'form.pdf'],
    ] as const) {
      const reply = await send(creator, bytes, name);
      t.equal(reply.statusCode, status, reply.body);
    }
    t.same(await keys(), before);
    const full = Buffer.concat([
      PDF.subarray(0, 9),
      Buffer.alloc(FORM_MAX_BYTES - PDF.length, 0x20),
      PDF.subarray(9),
    ]);
    t.equal(full.length, FORM_MAX_BYTES);
    t.equal(
      (await send(creator, full, '../../../etc/passwd\u202efdp.exe')).statusCode,
      201,
      'a name decides nothing',
    );
    t.notMatch(await keys(), [/passwd/]);
  });

  await t.test(
    'another one replaces it; what was replaced goes, and files that belong to none',
    async (t) => {
      const creator = await makeCreator(app, { name: 'Twice' });
      const id = await ask(app, creator);
      await askForm(id);
      await send(creator, PDF);
      await send(creator, PDF);
      const rows = await deps.db.select().from(taxForms).where(eq(taxForms.userId, creator.id));
      t.equal(rows.filter(({ endedAt }) => endedAt === null).length, 1);
      const lost = `private/tax_forms/${newId()}`;
      await deps.storage.put(lost, PDF, { contentType: 'application/pdf' });
      await deps.db
        .update(payouts)
        .set({ state: 'called_off', closedAt: deps.clock.now() })
        .where(eq(payouts.id, id));
      nowMs += 2 * DAY_MS;
      await deleteOldForms(deps);
      await deleteOldForms(deps);
      t.notOk((await keys()).includes(lost));
      t.equal(await deps.db.$count(taxForms, eq(taxForms.userId, creator.id)), 1);
    },
  );

  await t.test(
    'erasing an account waits for its open payout; then bank and form are gone, amounts stay',
    async (t) => {
      const creator = await makeCreator(app, { name: 'Leaving' });
      const id = await ask(app, creator);
      await askForm(id);
      await send(creator, PDF);
      const [form] = await deps.db.select().from(taxForms).where(eq(taxForms.userId, creator.id));
      const asked = await app.call('DELETE /user', {
        as: creator,
        body: { password: 'correct horse battery' },
      });
      t.ok(asked.statusCode < 300, asked.body);
      const deletionRequestedAt = new Date(nowMs - 31 * DAY_MS);
      await deps.db.update(users).set({ deletionRequestedAt }).where(eq(users.id, creator.id));
      const isErased = async () =>
        (await deps.db.select().from(users).where(eq(users.id, creator.id)))[0]?.erasedAt !== null;
      await eraseDueAccounts(deps);
      t.notOk(await isErased(), 'its money is on the way');
      t.equal((await approve(id)).statusCode, 200);
      await eraseDueAccounts(deps);
      t.notOk(await isErased());
      const body = { state: 'paid', reference: 'TSZ-1' };
      t.equal((await app.call(`PATCH /admin/payouts/${id}`, { as: mei, body })).statusCode, 200);
      await eraseDueAccounts(deps);
      t.ok(await isErased());
      t.equal(await deps.db.$count(taxForms, eq(taxForms.userId, creator.id)), 0);
      t.equal(await deps.storage.stat(form?.storageKey ?? ''), null);
      const [payout] = await deps.db.select().from(payouts).where(eq(payouts.id, id));
      t.match(payout, { cents: 212_40, state: 'paid', guardianName: null });
      const list = (await app.call('GET /admin/payouts?state=paid', { as: mei })).json().payouts;
      t.match(
        list.find((each: { id: string }) => each.id === id),
        { user: { display_name: null }, holder: null, amount: '212.40' },
      );
      t.equal((await open(id)).statusCode, 404);
    },
  );
});
