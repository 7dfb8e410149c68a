/** A certificate chain that signs like the App Store. */
// The certificate library requires this import first.
import 'reflect-metadata';
import { BasicConstraintsExtension, Extension } from '@peculiar/x509';
import { CompactSign } from 'jose';
import { type Certified, certify, YEAR_MS } from './certificates.ts';
import type { Responder } from './ocsp.ts';

const LEAF_MARK = '1.2.840.113635.100.6.11.1';
const ISSUER_MARK = '1.2.840.113635.100.6.2.1';
/** OID of the leaf's mark in DER. */
const LEAF_MARK_BYTES = Uint8Array.of(6, 10, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x63, 0x64, 6, 11, 1).buffer;
const NOTHING = Uint8Array.of(5, 0).buffer;

type Wanted = { ca: boolean; mark?: string | undefined; until?: Date | undefined; more?: Extension[] };

const make = (name: string, by: Certified | null, { ca, mark, until, more = [] }: Wanted) =>
  certify(name, by, {
    until,
    extensions: [
      new BasicConstraintsExtension(ca, undefined, true),
      ...(mark === undefined ? [] : [new Extension(mark, false, NOTHING)]),
      ...more,
    ],
  });

export type Chain = {
  root: string;
  leaf: Certified;
  issuer: Certified;
  sign(payload: object): Promise<string>;
};

export const FLAWS = [
  ...['no mark of the leaf', 'no mark of the issuer', 'a mark beside the place'],
  ...['the leaf has ended', 'the issuer has ended', 'the root has ended'],
  ...['a leaf that issues', 'an issuer that may not', 'an issuer of the same name'],
] as const;

type Options = { flaw?: (typeof FLAWS)[number]; responder?: Responder };

export async function makeChain({ flaw, responder }: Options = {}): Promise<Chain> {
  const untilOf = (which: string) =>
    flaw === `the ${which} has ended` ? { until: new Date(Date.now() - YEAR_MS) } : {};
  const asked = responder?.extensions ?? [];
  const root = await make('Root', null, { ca: true, ...untilOf('root') });
  const wantedIssuer: Wanted = {
    ca: flaw !== 'an issuer that may not',
    mark: flaw === 'no mark of the issuer' ? undefined : ISSUER_MARK,
    more: asked,
    ...untilOf('issuer'),
  };
  const issuer = await make('Issuer', root, wantedIssuer);
  const other = flaw === 'an issuer of the same name' ? await make('Issuer', root, wantedIssuer) : issuer;
  const isMarked = flaw !== 'no mark of the leaf' && flaw !== 'a mark beside the place';
  const beside = flaw === 'a mark beside the place' ? [new Extension('1.2.3.4', false, LEAF_MARK_BYTES)] : [];
  const leaf = await make('Leaf', other, {
    ca: flaw === 'a leaf that issues',
    mark: isMarked ? LEAF_MARK : undefined,
    more: [...asked, ...beside],
    ...untilOf('leaf'),
  });
  responder?.knows(issuer, root);
  responder?.knows(leaf, other);
  const x5c = [leaf, issuer, root].map(({ certificate }) =>
    Buffer.from(certificate.rawData).toString('base64'),
  );
  return {
    root: root.certificate.toString('pem'),
    leaf,
    issuer,
    sign: (payload) =>
      new CompactSign(Buffer.from(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'ES256', x5c })
        .sign(leaf.keys.privateKey as never),
  };
}
