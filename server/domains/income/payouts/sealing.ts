/** Seals bank accounts and tax forms, so that neither the database nor the storage alone reveals them. */
import type { Deps } from '../../../deps.ts';
import { seal, unseal } from '../../accounts/second-factor/secrets.ts';
import type { Account } from './rules.ts';

type Signing = Pick<Deps, 'signingKey'>;

const ofAccount = (id: string): string => `payout-destination\n${id}`;
const ofForm = (id: string): string => `tax-form\n${id}`;

export const sealAccount = (deps: Signing, id: string, account: Account): Buffer =>
  Buffer.from(seal(deps, ofAccount(id), JSON.stringify(account)), 'base64url');

/** Null once it is erased, or when another key sealed it. */
export function openAccount(deps: Signing, id: string, sealed: Buffer | null): Account | null {
  const text = sealed && unseal(deps, ofAccount(id), sealed.toString('base64url'));
  return text ? (JSON.parse(text) as Account) : null;
}

export const sealForm = (deps: Signing, id: string, form: Buffer): Buffer =>
  Buffer.from(seal(deps, ofForm(id), form.toString('base64')), 'base64url');

export function openForm(deps: Signing, id: string, sealed: Uint8Array): Buffer | null {
  const text = unseal(deps, ofForm(id), Buffer.from(sealed).toString('base64url'));
  return text === null ? null : Buffer.from(text, 'base64');
}
