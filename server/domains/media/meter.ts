/** What uploads cost their sender: bytes are paid before they come, files as they are counted, archives while they are read. */
import { eq } from 'drizzle-orm';
import { users } from '../../../db/schema/index.ts';
import type { Deps } from '../../deps.ts';
import { unauthorized } from '../../lib/errors.ts';
import type { Source } from '../../lib/streams.ts';
import type { Viewer } from '../../lib/viewer.ts';
import { spend } from '../../limits/allowances.ts';
import { type Holder, withLease } from '../../limits/leases.ts';
import { mediaLimits, mediaPlaces } from './limits.ts';

/** Bodies of unknown length pay so much at a time. */
const STEP_BYTES = 8 * 1024 * 1024;

const { uploadBytes, uploadFiles, newUploadBytes, newUploadFiles } = mediaLimits;

const allowancesOf = ({ emailConfirmed }: Pick<Viewer, 'emailConfirmed'>) =>
  emailConfirmed
    ? { bytes: uploadBytes, files: uploadFiles }
    : { bytes: newUploadBytes, files: newUploadFiles };

export type Meter = {
  /** The same content, paid for as it comes if it was not before. */
  paid(content: Source): Source;
  /** One file is paid for from the beginning. */
  payFiles(count: number): Promise<void>;
  /** The line broke: what has not come costs nothing. */
  breakOff(): Promise<void>;
};

/** What of a request says who pays, and how much is to come. */
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

/** A file that goes into storage past us is paid for before it may. */
export async function payForDirect(deps: Deps, request: Asking, size: number): Promise<void> {
  const { viewer, who } = spenderOf(request);
  const { bytes, files } = allowancesOf(viewer);
  await spend(deps, who, [
    { allowance: bytes, amount: size },
    { allowance: files, amount: 1 },
  ]);
}

/** A picture made of another one counts as a file. */
export async function payForCopy(deps: Deps, request: Asking): Promise<void> {
  const { viewer, who } = spenderOf(request);
  await spend(deps, who, [{ allowance: allowancesOf(viewer).files, amount: 1 }]);
}

export type PaidPictures = {
  /** So many were not stored after all. */
  giveBack(count: number): Promise<void>;
};

/** Pictures that a worker takes out of somebody's file count as files, too. Throws 429. */
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

/** Only so many archives are received and read at a time. */
export const inArchivePlace = (deps: Deps, request: Asking, work: () => Promise<void>): Promise<void> =>
  withLease(deps, spenderOf(request).who, mediaPlaces.archives, work);
