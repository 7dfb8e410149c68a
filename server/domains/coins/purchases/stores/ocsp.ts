/** Certificate status by OCSP (RFC 6960): writes requests and verifies answers. `revocation.ts` sends them. */
import { createHash, verify, X509Certificate } from 'node:crypto';
import {
  BasicOCSPResponse,
  CertID,
  id_kp_OCSPSigning,
  id_pkix_ocsp_basic,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  Request,
  TBSRequest,
} from '@peculiar/asn1-ocsp';
import { AsnConvert, AsnProp, AsnPropTypes, OctetString } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AuthorityInfoAccessSyntax,
  Certificate,
  id_ad_ocsp,
  id_pe_authorityInfoAccess,
} from '@peculiar/asn1-x509';
import { MINUTE_MS } from '#server/lib/durations.ts';

export type Issued = { certificate: X509Certificate; issuer: X509Certificate };
export type Status = { isRevoked: boolean; until: number };

const SHA256 = '2.16.840.1.101.3.4.2.1';
const SIGNERS_MAX_COUNT = 5;
/** The responder's clock may differ from ours. */
const SKEW_MS = MINUTE_MS;

/** Signature algorithms with their type of key and their hash. Older hashes do not count. */
const ALGORITHMS: ReadonlyMap<string, readonly [type: string, hash: string]> = new Map([
  ['1.2.840.10045.4.3.2', ['ec', 'sha256']],
  ['1.2.840.10045.4.3.3', ['ec', 'sha384']],
  ['1.2.840.10045.4.3.4', ['ec', 'sha512']],
  ['1.2.840.113549.1.1.11', ['rsa', 'sha256']],
  ['1.2.840.113549.1.1.12', ['rsa', 'sha384']],
  ['1.2.840.113549.1.1.13', ['rsa', 'sha512']],
]);

/** Keeps certificates as sent: encoding a parsed one again could break its signature. */
class SentCertificates {
  certs: ArrayBuffer[] = [];
}
const Skipped = { type: AsnPropTypes.Any };
for (const name of ['data', 'algorithm', 'signature']) AsnProp(Skipped)(SentCertificates.prototype, name);
AsnProp({ ...Skipped, context: 0, repeated: 'sequence', optional: true })(
  SentCertificates.prototype,
  'certs',
);

const sha256 = (bytes: ArrayBuffer): Buffer => createHash('sha256').update(Buffer.from(bytes)).digest();
const partsOf = ({ raw }: X509Certificate) => AsnConvert.parse(raw, Certificate).tbsCertificate;
const isSame = (one: ArrayBuffer, other: ArrayBuffer): boolean => Buffer.from(one).equals(Buffer.from(other));

/** Address of the responder. Throws when the certificate names none that we can ask. */
export function responderOf(certificate: X509Certificate): URL {
  const found = partsOf(certificate).extensions?.find(({ extnID }) => extnID === id_pe_authorityInfoAccess);
  const ways = found === undefined ? [] : AsnConvert.parse(found.extnValue.buffer, AuthorityInfoAccessSyntax);
  const address = ways.find(({ accessMethod }) => accessMethod === id_ad_ocsp)?.accessLocation;
  const url = URL.parse(address?.uniformResourceIdentifier ?? '');
  if (url === null || !/^https?:$/.test(url.protocol)) throw new Error('a certificate without a responder');
  return url;
}

export function requestFor(issued: Issued): Uint8Array<ArrayBuffer> {
  const requestList = [new Request({ reqCert: idOf(issued) })];
  const tbsRequest = new TBSRequest({ requestList });
  return new Uint8Array(AsnConvert.serialize(new OCSPRequest({ tbsRequest })));
}

function idOf({ certificate, issuer }: Issued): CertID {
  const { issuer: name, serialNumber } = partsOf(certificate);
  const { subjectPublicKey } = partsOf(issuer).subjectPublicKeyInfo;
  return new CertID({
    hashAlgorithm: new AlgorithmIdentifier({ algorithm: SHA256, parameters: null }),
    issuerNameHash: new OctetString(sha256(AsnConvert.serialize(name))),
    issuerKeyHash: new OctetString(sha256(subjectPublicKey)),
    serialNumber,
  });
}

/** Throws for an answer that proves nothing: forged, outdated, unknown or about another certificate. */
export function readStatus(answer: Uint8Array, issued: Issued, now: number): Status {
  const { responseStatus, responseBytes } = AsnConvert.parse(answer, OCSPResponse);
  if (responseStatus !== OCSPResponseStatus.successful) throw new Error(`answered ${responseStatus}`);
  if (responseBytes?.responseType !== id_pkix_ocsp_basic) throw new Error('an answer of another type');
  const { buffer } = responseBytes.response;
  const signed = AsnConvert.parse(buffer, BasicOCSPResponse);
  const { certs } = AsnConvert.parse(buffer, SentCertificates);
  if (!isSigned(signed, signersOf(certs, issued.issuer, now))) throw new Error('not signed by the issuer');
  const wanted = idOf(issued);
  const found = signed.tbsResponseData.responses.find(({ certID }) => isOfSame(certID, wanted));
  if (found === undefined) throw new Error('an answer about another certificate');
  const { certStatus, thisUpdate, nextUpdate } = found;
  const until = nextUpdate?.getTime() ?? 0;
  if (thisUpdate.getTime() > now + SKEW_MS || until < now - SKEW_MS) throw new Error('an outdated answer');
  const isRevoked = certStatus.revoked !== undefined;
  if (!isRevoked && certStatus.good === undefined) throw new Error('a certificate unknown to its responder');
  return { isRevoked, until };
}

function isOfSame(one: CertID, other: CertID): boolean {
  return (
    one.hashAlgorithm.algorithm === other.hashAlgorithm.algorithm &&
    isSame(one.issuerNameHash.buffer, other.issuerNameHash.buffer) &&
    isSame(one.issuerKeyHash.buffer, other.issuerKeyHash.buffer) &&
    isSame(one.serialNumber, other.serialNumber)
  );
}

/** The issuer, and those whom it appointed to answer in its name. */
function signersOf(sent: readonly ArrayBuffer[], issuer: X509Certificate, now: number): X509Certificate[] {
  const appointed = sent
    .slice(0, SIGNERS_MAX_COUNT)
    .map((raw) => new X509Certificate(Buffer.from(raw)))
    .filter(
      (signer) =>
        signer.checkIssued(issuer) &&
        signer.verify(issuer.publicKey) &&
        signer.keyUsage?.includes(id_kp_OCSPSigning) &&
        Date.parse(signer.validFrom) <= now + SKEW_MS &&
        Date.parse(signer.validTo) >= now - SKEW_MS,
    );
  return [issuer, ...appointed];
}

function isSigned(
  { tbsResponseDataRaw, signatureAlgorithm, signature }: BasicOCSPResponse,
  signers: readonly X509Certificate[],
): boolean {
  const [type, hash] = ALGORITHMS.get(signatureAlgorithm.algorithm) ?? [];
  if (tbsResponseDataRaw === undefined || hash === undefined) return false;
  const data = Buffer.from(tbsResponseDataRaw);
  return signers.some(
    ({ publicKey }) =>
      publicKey.asymmetricKeyType === type && verify(hash, data, publicKey, Buffer.from(signature)),
  );
}
