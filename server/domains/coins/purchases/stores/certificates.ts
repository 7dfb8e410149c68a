/** Checks that the certificate chain of an App Store signature leads to a trusted root. */
import { X509Certificate } from 'node:crypto';
import { DAY_MS } from '#server/lib/durations.ts';

export type Chain = { leaf: X509Certificate; issuer: X509Certificate; root: X509Certificate };

/** Apple's extensions for certificates that sign receipts, and for their issuers. */
const LEAF_MARK = '1.2.840.113635.100.6.11.1';
const ISSUER_MARK = '1.2.840.113635.100.6.2.1';

/** Rejects any chain except a receipt signer, its issuer and one of these roots. */
export async function chainOf(x5c: unknown, roots: readonly string[]): Promise<Chain> {
  if (!Array.isArray(x5c) || x5c.length !== 3) throw new Error('no chain of three');
  const sent = x5c.map((text) => new X509Certificate(Buffer.from(text, 'base64')));
  const [leaf, issuer, sentRoot] = sent as [X509Certificate, X509Certificate, X509Certificate];
  const root = roots
    .map((pem) => new X509Certificate(pem))
    .find(({ fingerprint256 }) => fingerprint256 === sentRoot.fingerprint256);
  if (root === undefined) throw new Error('another root');
  if (!root.ca || !issuer.ca || leaf.ca) throw new Error('no chain of authorities');
  if (!isIssued(issuer, root) || !isIssued(leaf, issuer)) throw new Error('a broken chain');
  if (!(await isMarked(leaf, LEAF_MARK)) || !(await isMarked(issuer, ISSUER_MARK)))
    throw new Error('certificates for something else');
  return { leaf, issuer, root };
}

const isIssued = (of: X509Certificate, by: X509Certificate): boolean =>
  of.checkIssued(by) && of.verify(by.publicKey);

/** Signatures made while the certificates were valid remain valid. Throws for all others. */
export function refuseOutside({ leaf, issuer, root }: Chain, signedAt: number, now: number): void {
  if (signedAt > now + DAY_MS) throw new Error('signed in the future');
  for (const { validFrom, validTo } of [leaf, issuer, root])
    if (signedAt < Date.parse(validFrom) || signedAt > Date.parse(validTo))
      throw new Error('a certificate that does not hold');
}

/** True when the certificate has this extension (RFC 5280 §4.2). Loads the parser with the first receipt. */
async function isMarked({ raw }: X509Certificate, mark: string): Promise<boolean> {
  const [{ AsnConvert }, { Certificate }] = await Promise.all([
    import('@peculiar/asn1-schema'),
    import('@peculiar/asn1-x509'),
  ]);
  const { extensions = [] } = AsnConvert.parse(raw, Certificate).tbsCertificate;
  return extensions.some(({ extnID }) => extnID === mark);
}
