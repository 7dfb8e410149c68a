import t from 'tap';
import { startTestApp } from '../../../support/app.ts';
import { jpegPart, upload } from '../../../support/console.ts';

t.test('the profile picture', async (t) => {
  const app = await startTestApp();
  t.teardown(() => app.close());
  const other = await app.signUp();
  const put = (body: object, as = other) => app.call('PUT /user/profile', { as, body });
  const fieldsOf = (reply: { json(): { fields?: object[] } }) =>
    Object.assign({}, ...(reply.json().fields ?? []));

  await t.test('PRO-34, PRO-35 it is a jpg or png of at most 3 MB', async (t) => {
    const file = async (data: Buffer) =>
      upload(app, other, 'POST /media', [
        { name: 'purpose', value: 'profile' },
        { name: 'file', filename: 'me.jpg', data, type: 'image/jpeg' },
      ]);
    const good = await jpegPart('file');
    const start = 'data' in good ? good.data : Buffer.alloc(0);
    const gif = await file(Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'));
    t.equal(gif.statusCode, 415);
    t.match(gif.json(), { code: 'picture_of_other_type', message: /JPG or PNG/ });
    const large = await file(Buffer.concat([start, Buffer.alloc(3 * 1024 * 1024)]));
    t.equal(large.statusCode, 413);
    t.match(large.json(), { code: 'picture_too_large', message: /3 MB/ });
  });

  await t.test('PRO-09, PRO-10, PRO-17, PRO-36 the picture is an own square of 640 pixels', async (t) => {
    const reader = await app.signUp('Pat');
    const send = async (name: string, purpose = 'profile', as = reader) =>
      upload(app, as, 'POST /media', [
        { name: 'purpose', value: purpose },
        await jpegPart('file', name, { width: 900, height: 700 }),
      ]);
    const { media } = (await send('me.jpg')).json();
    const crop = (body: object, as = reader) => app.call('POST /media/crop', { as, body });
    const square = { media_id: media.id, x: 100, y: 50, width: 600, height: 600, purpose: 'profile' };
    const made = await crop(square);
    t.equal(made.statusCode, 201);
    const { id } = made.json().media;
    t.not(id, media.id, 'what an address shows never changes');
    const early = await put({ picture_media_id: id }, reader);
    t.same(fieldsOf(early), { picture_media_id: ['is not ready yet; try again in a moment'] });
    await app.runJobs();
    const reply = await put({ picture_media_id: id }, reader);
    t.equal(reply.statusCode, 200);
    const { picture, thumbnail_url, mini_thumbnail_url } = reply.json().user;
    t.match(picture, /640/);
    t.ok(thumbnail_url && mini_thumbnail_url, 'PRO-09, PRO-10');
    const shown = await app.app.inject({ url: picture });
    t.equal(shown.statusCode, 200);
    t.match(shown.headers['content-type'], 'image/jpeg');
    t.same(readJpegSize(shown.rawPayload), { width: 640, height: 640 });

    for (const wrong of [
      { ...square, height: 500 },
      { ...square, x: 301 },
      { ...square, y: 101 },
      { ...square, x: -1 },
      { ...square, x: 0.5 },
      { ...square, width: 0, height: 0 },
      { ...square, purpose: 'page' },
    ]) {
      t.equal((await crop(wrong)).statusCode, 422, JSON.stringify(wrong));
    }
    t.same(fieldsOf(await crop(square, other)), {
      media_id: ['refers to a picture that you cannot use here'],
    });
    t.equal((await app.call('POST /media/crop', { body: square })).statusCode, 401);

    const foreign = await put({ picture_media_id: id }, other);
    t.same(fieldsOf(foreign), { picture_media_id: ['refers to a picture that you cannot use here'] });
    const cover = (await send('c.jpg', 'cover')).json().media;
    await app.runJobs();
    t.same(fieldsOf(await put({ picture_media_id: cover.id }, reader)), {
      picture_media_id: ['refers to a picture that you cannot use here'],
    });
    t.equal((await put({ picture_media_id: null }, reader)).json().user.picture, null);
  });
});

/** Size of the first frame (ITU T.81 §B.2.2). */
function readJpegSize(data: Buffer): { width: number; height: number } {
  for (let at = 2; at < data.length; at += 2 + data.readUInt16BE(at + 2)) {
    const marker = data[at + 1] ?? 0;
    if (marker >= 0xc0 && marker <= 0xc2) {
      return { height: data.readUInt16BE(at + 5), width: data.readUInt16BE(at + 7) };
    }
  }
  throw new Error('no frame');
}
