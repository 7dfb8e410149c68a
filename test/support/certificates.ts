/** Makes certificates for tests. */
// The certificate library requires this import first.
import 'reflect-metadata';
import { randomBytes, webcrypto } from 'node:crypto';
import { type Extension, type X509Certificate, X509CertificateGenerator } from '@peculiar/x509';

export const YEAR_MS = 365 * 86_400_000;
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const RSA = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
};

export type Certified = { certificate: X509Certificate; keys: CryptoKeyPair };
type Wanted = { until?: Date | undefined; isRsa?: boolean; extensions: Extension[] };

/** Issued by `by`, or by itself. */
export async function certify(
  name: string,
  by: Certified | null,
  { until = new Date(Date.now() + YEAR_MS), isRsa = false, extensions }: Wanted,
): Promise<Certified> {
  const keys = (await webcrypto.subtle.generateKey(isRsa ? RSA : EC, true, [
    'sign',
    'verify',
  ])) as unknown as CryptoKeyPair;
  const certificate = await X509CertificateGenerator.create(
    {
      serialNumber: `01${randomBytes(15).toString('hex')}`,
      subject: `CN=${name}`,
      issuer: by?.certificate.subject ?? `CN=${name}`,
      notBefore: new Date(Date.now() - 2 * YEAR_MS),
      notAfter: until,
      publicKey: keys.publicKey,
      signingKey: (by?.keys ?? keys).privateKey,
      signingAlgorithm: by === null && isRsa ? RSA : EC,
      extensions,
    },
    webcrypto as never,
  );
  return { certificate, keys };
}
