/** Responder that tells over HTTP whether certificates of tests were revoked (OCSP, RFC 6960). */

// The certificate library requires this import first.
import 'reflect-metadata';
import { createHash, KeyObject, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  BasicOCSPResponse,
  type CertID,
  CertStatus,
  id_kp_OCSPSigning,
  id_pkix_ocsp_basic,
  OCSPRequest,
  OCSPResponse,
  OCSPResponseStatus,
  ResponderID,
  ResponseBytes,
  ResponseData,
  RevokedInfo,
  SingleResponse,
} from '@peculiar/asn1-ocsp';
import { AsnConvert, OctetString } from '@peculiar/asn1-schema';
import { AlgorithmIdentifier, Certificate } from '@peculiar/asn1-x509';
import {
  AuthorityInfoAccessExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsageExtension,
  type Extension,
} from '@peculiar/x509';
import { type Certified, certify } from './certificates.ts';

const HOUR_MS = 3_600_000;
const ECDSA_SHA256 = '1.2.840.10045.4.3.2';
const RSA_SHA256 = '1.2.840.113549.1.1.11';

export type Answer = {
  status: 'good' | 'revoked' | 'unknown';
  /** Relative to now. */
  thisUpdateMs: number;
  nextUpdateMs: number | null;
  /** Who signs. Default: the issuer of the certificate. */
  signer: Certified | null;
  algorithm: string | null;
  sent: Certified[];
  isBroken: boolean;
  responseStatus: OCSPResponseStatus;
  about(id: CertID): void;
  /** Replaces the answer. */
  raw: ((response: ServerResponse) => void) | null;
};

const GOOD: Answer = {
  status: 'good',
  thisUpdateMs: -HOUR_MS,
  nextUpdateMs: HOUR_MS,
  signer: null,
  algorithm: null,
  sent: [],
  isBroken: false,
  responseStatus: OCSPResponseStatus.successful,
  about() {},
  raw: null,
};

export type Responder = Awaited<ReturnType<typeof startResponder>>;

export async function startResponder() {
  const issuers = new Map<string, Certified>();
  const answers = new Map<string, Partial<Answer>>();
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const [{ reqCert } = { reqCert: null }] = AsnConvert.parse(body, OCSPRequest).tbsRequest.requestList;
    const serial = Buffer.from(reqCert?.serialNumber ?? new ArrayBuffer(0)).toString('hex');
    asked.push(serial);
    const issuer = issuers.get(serial);
    const isForm =
      request.method === 'POST' && request.headers['content-type'] === 'application/ocsp-request';
    if (reqCert === null || issuer === undefined || !isForm || !isIssuedBy(reqCert, issuer))
      return void response.writeHead(400).end();
    const answer = { ...GOOD, ...answers.get(serial) };
    if (answer.raw !== null) return answer.raw(response);
    response.writeHead(200, { 'content-type': 'application/ocsp-response' });
    response.end(Buffer.from(encode(reqCert, issuer, answer)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const extensions: Extension[] = [new AuthorityInfoAccessExtension({ ocsp: `${origin}/ocsp` })];
  return {
    origin,
    /** Name this responder in a certificate. */
    extensions,
    /** Serial numbers in the order of requests. */
    asked,
    knows: (one: Certified, issuer: Certified) => void issuers.set(one.certificate.serialNumber, issuer),
    answer: (one: Certified, answer: Partial<Answer>) =>
      void answers.set(one.certificate.serialNumber, answer),
    async close() {
      const ended = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await ended;
    },
  };
}

/** Makes somebody who may answer for `by`. */
export const appoint = (by: Certified, more: { until?: Date; usage?: string; isRsa?: boolean } = {}) =>
  certify('Responder', by, {
    ...more,
    extensions: [
      new BasicConstraintsExtension(false),
      new ExtendedKeyUsageExtension([more.usage ?? id_kp_OCSPSigning]),
    ],
  });

const sha256 = (bytes: ArrayBuffer): Buffer => createHash('sha256').update(Buffer.from(bytes)).digest();

function isIssuedBy({ issuerNameHash, issuerKeyHash }: CertID, { certificate }: Certified): boolean {
  const { tbsCertificate } = AsnConvert.parse(certificate.rawData, Certificate);
  const { subject, subjectPublicKeyInfo } = tbsCertificate;
  return (
    sha256(AsnConvert.serialize(subject)).equals(Buffer.from(issuerNameHash.buffer)) &&
    sha256(subjectPublicKeyInfo.subjectPublicKey).equals(Buffer.from(issuerKeyHash.buffer))
  );
}

function encode(id: CertID, issuer: Certified, answer: Answer): ArrayBuffer {
  const { responseStatus, nextUpdateMs, sent } = answer;
  if (responseStatus !== OCSPResponseStatus.successful)
    return AsnConvert.serialize(new OCSPResponse({ responseStatus }));
  const signer = answer.signer ?? issuer;
  const { subject } = AsnConvert.parse(signer.certificate.rawData, Certificate).tbsCertificate;
  const now = Date.now();
  answer.about(id);
  const status = {
    good: { good: null },
    revoked: { revoked: new RevokedInfo({ revocationTime: new Date(now - HOUR_MS) }) },
    unknown: { unknown: null },
  }[answer.status];
  const single = new SingleResponse({
    certID: id,
    certStatus: new CertStatus(status),
    thisUpdate: new Date(now + answer.thisUpdateMs),
    ...(nextUpdateMs === null ? {} : { nextUpdate: new Date(now + nextUpdateMs) }),
  });
  const tbsResponseData = new ResponseData({
    responderID: new ResponderID({ byName: subject }),
    producedAt: new Date(now),
    responses: [single],
  });
  const signature = signed(AsnConvert.serialize(tbsResponseData), signer);
  if (answer.isBroken)
    signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1);
  const algorithm = answer.algorithm ?? (isRsa(signer) ? RSA_SHA256 : ECDSA_SHA256);
  const basic = new BasicOCSPResponse({
    tbsResponseData,
    signatureAlgorithm: new AlgorithmIdentifier({ algorithm }),
    signature: new Uint8Array(signature).buffer,
    ...(sent.length === 0
      ? {}
      : { certs: sent.map(({ certificate }) => AsnConvert.parse(certificate.rawData, Certificate)) }),
  });
  const response = new OctetString(AsnConvert.serialize(basic));
  return AsnConvert.serialize(
    new OCSPResponse({
      responseStatus,
      responseBytes: new ResponseBytes({ responseType: id_pkix_ocsp_basic, response }),
    }),
  );
}

const isRsa = ({ keys }: Certified): boolean => keys.privateKey.algorithm.name.startsWith('RSA');

const signed = (bytes: ArrayBuffer, { keys }: Certified): Buffer =>
  sign('sha256', Buffer.from(bytes), KeyObject.from(keys.privateKey as never));
