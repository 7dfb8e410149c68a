/** Charges senders for uploads: bytes before they arrive, files as they are counted, archives while they are read. */
import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { unauthorized } from '../../lib/errors.ts';
import type { Source } from '../../lib/streams.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { spend } from '../../limits/allowances.ts';
import { type Holder, withLease } from '../../limits/leases.ts';
import { mediaLimits, mediaPlaces } from './limits.ts';

/** A body of unknown length pays in steps of this size. */
const STEP_BYTES = 8 * 1024 * 1024;

const { uploadBytes, uploadFiles, newUploadBytes, newUploadFiles } = mediaLimits;

const allowancesOf = ({ emailConfirmed }: Pick<Viewer, 'emailConfirmed'>) =>
  emailConfirmed
    ? { bytes: uploadBytes, files: uploadFiles }
    : { bytes: newUploadBytes, files: newUploadFiles };

export type Meter = {
  /** The same content, charged as it arrives unless already paid for. */
  paid(content: Source): Source;
  /** The first file is already paid for. */
  payFiles(count: number): Promise<void>;
  /** Connection lost: bytes not received are not counted. */
  breakOff(): Promise<void>;
};

type Asking = {
  viewer: Viewer | null;
  ip: string;
  headers: { 'content-length'?: string | undefined };
};

function spenderOf({ viewer, ip }: Pick<Asking, 'viewer' | 'ip'>): { viewer: Viewer; who: Holder } {
  if (viewer === null) throw unauthorized('sign_in_required');
  return { viewer, who: { userId: viewer.id, address: ip } };
}

/** Throws 429 before a byte of the body is read. */
export async function openMeter(deps: Deps, request: Asking): Promise<Meter> {
  const { viewer, who } = spenderOf(request);
  const { bytes, files } = allowancesOf(viewer);
  let left = Number(request.headers['content-length'] ?? STEP_BYTES);
  const begun = await spend(deps, who, [
    { allowance: bytes, amount: left },
    { allowance: files, amount: 1 },
  ]);
  return {
    paid: (content) =>
      async function* () {
        for await (const chunk of await content()) {
          left -= chunk.byteLength;
          if (left < 0) {
            await spend(deps, who, [{ allowance: bytes, amount: STEP_BYTES }]);
            left += STEP_BYTES;
          }
          yield chunk;
        }
      },
    async payFiles(count) {
      if (count > 1) await spend(deps, who, [{ allowance: files, amount: count - 1 }]);
    },
    async breakOff() {
      if (left > 0) await begun.giveBack([{ allowance: bytes, amount: left }]);
    },
  };
}

export async function payForDirect(deps: Deps, request: Asking, size: number): Promise<void> {
  const { viewer, who } = spenderOf(request);
  const { bytes, files } = allowancesOf(viewer);
  await spend(deps, who, [
    { allowance: bytes, amount: size },
    { allowance: files, amount: 1 },
  ]);
}

export async function payForCopy(deps: Deps, request: Asking): Promise<void> {
  const { viewer, who } = spenderOf(request);
  await spend(deps, who, [{ allowance: allowancesOf(viewer).files, amount: 1 }]);
}

export type PaidPictures = {
  giveBack(count: number): Promise<void>;
};

/** Throws 429. A worker takes these pictures out of a user's file. */
export async function payForPictures(deps: Deps, userId: string, count: number): Promise<PaidPictures> {
  const [owner] = await deps.db
    .select({ confirmedAt: users.emailConfirmedAt })
    .from(users)
    .where(eq(users.id, userId));
  const { files: allowance } = allowancesOf({ emailConfirmed: (owner?.confirmedAt ?? null) !== null });
  const spent = await spend(deps, { userId, address: null }, [{ allowance, amount: count }]);
  return {
    giveBack: (unused) => spent.giveBack([{ allowance, amount: unused }]),
  };
}

export const inArchivePlace = (deps: Deps, request: Asking, work: () => Promise<void>): Promise<void> =>
  withLease(deps, spenderOf(request).who, mediaPlaces.archives, work);
