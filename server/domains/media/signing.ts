/** Anyone with a signed address can see the picture until it expires. */
import type { Deps } from '../../deps.ts';
import { signatureExpiry, signPath } from './addresses.ts';
import type { Signer } from './present.ts';

export function privateSigner(deps: Deps): Signer {
  const expiresAt = signatureExpiry(deps.clock.now());
  return (path) => signPath(path, { key: deps.signingKey, expiresAt });
}
