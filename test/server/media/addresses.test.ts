import t from 'tap';
import {
  isSignedPath,
  originalKey,
  parsePicturePath,
  readSignature,
  signatureExpiry,
  signPath,
  variantKey,
  variantPath,
} from '#server/domains/media/addresses.ts';

const media = { id: '01935a3e-7c1d-7aaa-8bbb-0123456789ab', hash: `0123456789abcdef${'0'.repeat(48)}` };
const variant = { piece: 2, width: 720, type: 'image/jpeg' } as const;
const path = `/media/${media.id}/0123456789ab/2-720.jpg`;

t.test('addresses carry id, hash, piece and width, keys are spread over folders', async (t) => {
  t.equal(variantPath(media, variant), path);
  t.equal(variantKey(media.id, variant), `media/ab/${media.id}/2-720.jpg`);
  t.equal(
    variantKey(media.id, { ...variant, piece: 0, type: 'image/avif' }),
    `media/ab/${media.id}/0-720.avif`,
  );
  t.equal(originalKey(media.id), `media/ab/${media.id}/original`);
});

t.test('an address is read back, and only one that we can have made', async (t) => {
  for (const type of ['image/avif', 'image/webp', 'image/jpeg'] as const) {
    const address = { mediaId: media.id, hash12: '0123456789ab', piece: 0, width: 1440, type };
    t.strictSame(parsePicturePath(variantPath(media, address)), address);
  }
  const others = [
    '/media/',
    `${path}/`,
    `/x${path}`,
    path.replace('.jpg', '.png'),
    path.replace('.jpg', '.jpg%00'),
    path.replace('2-720', '02-720'),
    path.replace('2-720', '2-0720'),
    path.replace('2-720', '-2-720'),
    path.replace('2-720', '2-7200000'),
    path.replace('0123456789ab/', '0123456789AB/'),
    path.replace('0123456789ab/', '0123456789a/'),
    path.replace('/media/', '/media/../'),
    `/media/${media.id}/original`,
    `/media/${media.id.toUpperCase()}/0123456789ab/2-720.jpg`,
  ];
  for (const other of others) t.equal(parsePicturePath(other), null, other);
});

t.test('a signature holds for its path until its moment', async (t) => {
  const key = 'k'.repeat(40);
  const expiresAt = new Date('2026-11-20T12:00:00Z');
  const [signed = '', search = ''] = signPath(path, { key, expiresAt }).split('?');
  t.equal(signed, path);
  t.match(search, /^expires=1795176000&signature=[A-Za-z0-9_-]{22}$/);
  const at = (moment: string) => ({ key, now: new Date(moment) });
  t.strictSame(readSignature(path, search, at('2026-11-20T11:59:59Z')), { expiresAt });
  t.ok(isSignedPath(path, search, at('2026-11-20T11:59:59Z')));
  t.notOk(isSignedPath(path, search, at('2026-11-20T12:00:00Z')), 'expired');

  const now = at('2026-11-20T11:00:00Z');
  const [expires = '', signature = ''] = search.split('&');
  const forged = [
    '',
    expires,
    signature,
    `expires=1795179600&${signature}`,
    `${expires}&signature=`,
    `${expires}&${signature.slice(0, -1)}`,
    `${expires}&${signature}A`,
    `${expires}&signature=${'A'.repeat(22)}`,
    `expires=x&${signature}`,
    `expires=-1&${signature}`,
    `expires=1e99&${signature}`,
  ];
  for (const one of forged) t.notOk(isSignedPath(path, one, now), one);
  t.notOk(isSignedPath(path.replace('720', '360'), search, now), 'another picture');
  t.notOk(isSignedPath(path, search, { ...now, key: 'o'.repeat(40) }), 'another key');
});

t.test('signatures made within an hour end together, one to two hours ahead', async (t) => {
  const end = '2026-11-20T12:00:00.000Z';
  t.equal(signatureExpiry(new Date('2026-11-20T10:00:00Z')).toISOString(), end);
  t.equal(signatureExpiry(new Date('2026-11-20T10:59:59.999Z')).toISOString(), end);
});
