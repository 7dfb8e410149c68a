/** A WebAuthn device with a passkey: creates one key and signs challenges (ES256, without attestation). */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_KEY = 0x40;

export type Signing = {
  challenge: string;
  /** Signature counter. A cloned device counts on from the time of the copy. */
  counter?: number;
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
};

const sha256 = (text: string | Buffer): Buffer => createHash('sha256').update(text).digest();
const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');

export function createAuthenticator(site: { origin: string; rpId: string }) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16);
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'));
  const coseKey = isoCBOR.encode(
    new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );

  const clientData = (type: string, { challenge, origin = site.origin }: Signing): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(flags: number, { counter = 0, rpId = site.rpId, isVerified = true }: Signing) {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const all = flags | PRESENT | (isVerified ? VERIFIED : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), count]);
  }

  const named = { id: base64url(id), rawId: base64url(id), type: 'public-key', clientExtensionResults: {} };

  return {
    /** Response of `navigator.credentials.create`. */
    create(signing: Signing) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const key = Buffer.concat([Buffer.alloc(16), length, id, coseKey]);
      const authData = Buffer.concat([authenticatorData(WITH_KEY, signing), key]);
      const attestation = new Map<string, string | Map<string, string> | Uint8Array>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]);
      return {
        ...named,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', signing)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
          transports: ['internal'],
        },
      };
    },
    /** Response of `navigator.credentials.get`. */
    sign(signing: Signing) {
      const authData = authenticatorData(0, signing);
      const client = clientData('webauthn.get', signing);
      return {
        ...named,
        response: {
          authenticatorData: base64url(authData),
          clientDataJSON: base64url(client),
          signature: base64url(sign('sha256', Buffer.concat([authData, sha256(client)]), privateKey)),
        },
      };
    },
  };
}
