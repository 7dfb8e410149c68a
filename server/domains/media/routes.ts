import { type Deps, inTransaction } from '../../deps.ts';
import { unprocessable } from '../../lib/errors.ts';
import { defineRoutes } from '../../lib/mount.ts';
import { mediaContract, UPLOAD_PURPOSES } from './contract.ts';
import { cropMedia } from './crop.ts';
import { beginDirectUpload } from './direct.ts';
import { payForCopy, payForDirect } from './meter.ts';
import { findOwnMedia } from './queries.ts';
import { addMedia } from './service.ts';
import { keepOrDiscard, receiveImages, shortName } from './upload.ts';

export const mediaRoutes = defineRoutes<typeof mediaContract, Deps>(mediaContract, {
  'POST /media': async ({ deps, viewer, request }) => {
    const upload = await receiveImages(deps, request, { field: 'file', filesMaxCount: 1 });
    const id = await keepOrDiscard(upload, async () => {
      const [image] = upload.images;
      const purpose = UPLOAD_PURPOSES.find((known) => known === (upload.fields.purpose ?? 'cover'));
      if (image === undefined || purpose === undefined) throw unprocessable({ purpose: ['invalid'] });
      await inTransaction(deps, (tx) => addMedia(tx, image, { ownerId: viewer.id, purpose }));
      return image.mediaId;
    });
    return { media: await findOwnMedia(deps, viewer, id) };
  },
  'POST /media/crop': async ({ deps, viewer, body, request }) => {
    await payForCopy(deps, request);
    const { media_id: mediaId, purpose, ...crop } = body;
    const id = await cropMedia(deps, viewer, { mediaId, purpose, crop });
    return { media: await findOwnMedia(deps, viewer, id) };
  },
  'POST /media/direct': async ({ deps, viewer, body, request }) => {
    const { bytes } = body;
    const file = { name: shortName(body.name), bytes };
    const begun = await beginDirectUpload(deps, viewer, file, () => payForDirect(deps, request, bytes));
    if (begun === null) return { upload: null };
    const { expiresAt, ...upload } = begun;
    return { upload: { ...upload, expires_at: expiresAt.toISOString() } };
  },
  'GET /media/:id': async ({ deps, viewer, params }) => ({
    media: await findOwnMedia(deps, viewer, params.id),
  }),
});
