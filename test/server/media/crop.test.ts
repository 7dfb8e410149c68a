import t from 'tap';
import { startTestApp } from '../../support/app.ts';
import { jpegPart, upload, uploadCover } from '../../support/console.ts';

t.test('crops', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const creator = await app.signUp('Creator');
  const mediaId = await uploadCover(app, creator);
  const square = { media_id: mediaId, x: 10, y: 20, width: 300, height: 300, purpose: 'profile' };
  const asParts = (fields: object) =>
    Object.entries(fields).map(([name, value]) => ({ name, value: String(value) }));
  const send = (fields: object) => upload(app, creator, 'POST /media/crop', asParts(fields));

  await t.test('API-05, API-43 a picture comes as multipart and in no other way', async (t) => {
    const reply = await upload(app, creator, 'POST /media', [await jpegPart('file', 'one.jpg')]);
    t.equal(reply.statusCode, 201);
    t.match(reply.json().media, { id: /^[0-9a-f-]{36}$/, width: 300, height: 420, state: 'queued' });
    const { data } = (await jpegPart('file')) as { data: Buffer };
    for (const [type, body] of [
      ['application/json', { file: data.toString('base64') }],
      ['image/jpeg', data],
    ] as const) {
      const headers = { 'content-type': type };
      t.equal((await app.call('POST /media', { as: creator, body, headers })).statusCode, 415, type);
    }
  });

  await t.test('API-45 a crop comes as multipart or as JSON, and is the same picture', async (t) => {
    const byJson = await app.call('POST /media/crop', { as: creator, body: square });
    const byParts = await send(square);
    for (const reply of [byJson, byParts]) t.equal(reply.statusCode, 201, reply.body);
    await app.runJobs();
    const states = [];
    for (const reply of [byJson, byParts]) {
      const { id } = reply.json().media;
      const { media } = (await app.call(`GET /media/${id}`, { as: creator })).json();
      states.push({ state: media.state, width: media.width, height: media.height });
    }
    t.match(states[0], { state: 'ready' });
    t.same(states[1], states[0]);
  });

  await t.test('API-45 what is wrong in a multipart crop is named as in JSON', async (t) => {
    const wrong = { ...square, x: 'left', width: '-1', purpose: 'poster' };
    const byParts = await send(wrong);
    const byJson = await app.call('POST /media/crop', { as: creator, body: wrong });
    t.equal(byParts.statusCode, 422);
    const names = (reply: typeof byParts) =>
      reply.json().fields.flatMap((field: object) => Object.keys(field));
    t.same(names(byParts).toSorted(), ['purpose', 'width', 'x']);
    t.same(names(byParts).toSorted(), names(byJson).toSorted());
    t.same(names(await send({})).toSorted(), ['height', 'media_id', 'purpose', 'width', 'x', 'y']);
    const file = { name: 'file', filename: 'a.jpg', data: Buffer.from('x'), type: 'image/jpeg' };
    const withFile = await upload(app, creator, 'POST /media/crop', [...asParts(square), file]);
    t.equal(withFile.statusCode, 422);
    t.same(names(withFile), ['file'], 'the picture is named by its id');
  });

  await t.test('a multipart crop that breaks off is refused', async (t) => {
    const reply = await app.call('POST /media/crop', {
      as: creator,
      body: Buffer.from('--b\r\nContent-Disposition: form-data; name="x"\r\n\r\n1'),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
    });
    t.equal(reply.statusCode, 400);
    t.equal(reply.json().code, 'upload_incomplete');
  });
});
