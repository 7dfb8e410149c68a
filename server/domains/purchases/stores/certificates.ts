/** The chain of certificates that a signature of the App Store brings along: whether it leads to a root that we trust. */
import { X509Certificate } from 'node:crypto';
import { DAY_MS } from '../../../lib/durations.ts';

export type Chain = { leaf: X509Certificate; issuer: X509Certificate; root: X509Certificate };

/** Extensions by which Apple marks who may sign receipts, and who may say so (their identifiers in DER). */
const LEAF_MARK = Buffer.from('2a864886f76364060b01', 'hex');
const ISSUER_MARK = Buffer.from('2a864886f76364060201', 'hex');

/** Throws for anything but a signer of receipts, its issuer and one of these roots. */
export function chainOf(x5c: unknown, roots: readonly string[]): Chain {
  if (!Array.isArray(x5c) || x5c.length !== 3) throw new Error('no chain of three');
  const sent = x5c.map((text) => new X509Certificate(Buffer.from(text, 'base64')));
  const [leaf, issuer, sentRoot] = sent as [X509Certificate, X509Certificate, X509Certificate];
  const root = roots
    .map((pem) => new X509Certificate(pem))
    .find(({ fingerprint256 }) => fingerprint256 === sentRoot.fingerprint256);
  if (root === undefined) throw new Error('another root');
  if (!root.ca || !issuer.ca || leaf.ca) throw new Error('no chain of authorities');
  if (!isIssued(issuer, root) || !isIssued(leaf, issuer)) throw new Error('a broken chain');
  if (!isMarked(leaf, LEAF_MARK) || !isMarked(issuer, ISSUER_MARK))
    throw new Error('certificates for something else');
  return { leaf, issuer, root };
}

const isIssued = (of: X509Certificate, by: X509Certificate): boolean =>
  of.checkIssued(by) && of.verify(by.publicKey);

/** What was signed while the certificates held stays signed. Throws for everything else. */
export function refuseOutside({ leaf, issuer, root }: Chain, signedAt: number, now: number): void {
  if (signedAt > now + DAY_MS) throw new Error('signed in the future');
  for (const { validFrom, validTo } of [leaf, issuer, root])
    if (signedAt < Date.parse(validFrom) || signedAt > Date.parse(validTo))
      throw new Error('a certificate that does not hold');
}

/** Tags of DER that stand on the way to the extensions of a certificate. */
const SEQUENCE = 0x30;
const IDENTIFIER = 0x06;
const EXTENSIONS = 0xa3;

/** Whether one of its extensions has this identifier. The same bytes anywhere else, in a name for instance, mark nothing. */
function isMarked({ raw }: X509Certificate, mark: Buffer): boolean {
  const [certificate] = partsOf(raw);
  const [signed] = partsOf(certificate?.value);
  const extensions = partsOf(signed?.value).find(({ tag }) => tag === EXTENSIONS);
  const [list] = partsOf(extensions?.value);
  return partsOf(list?.value).some(({ tag, value }) => {
    const [identifier] = partsOf(value);
    return tag === SEQUENCE && identifier?.tag === IDENTIFIER && mark.equals(identifier.value);
  });
}

/** What follows one another in DER. The certificate was parsed before, so lengths are those of a certificate. */
function partsOf(bytes: Buffer = Buffer.alloc(0)): { tag: number; value: Buffer }[] {
  const parts: { tag: number; value: Buffer }[] = [];
  for (let at = 0; at + 1 < bytes.length; ) {
    const tag = bytes.readUInt8(at);
    const first = bytes.readUInt8(at + 1);
    const count = first < 0x80 ? 0 : first & 0x7f;
    const start = at + 2 + count;
    const length = count === 0 ? first : bytes.readUIntBE(at + 2, count);
    parts.push({ tag, value: bytes.subarray(start, start + length) });
    at = start + length;
  }
  return parts;
}
