import { useEffect, useRef, useState } from 'react';
import type { Address } from '../../../pages/addresses.ts';
import { ApiError, api, isRefusal } from '../../api.ts';
import { LEAVING, useAction } from '../../useRefusal.ts';

export type UnlockFacts = {
  episodeId: string;
  number: number;
  title: string;
  language: string;
  facts: readonly string[];
  thumbnailUrl: string | null;
  priceCoins: number;
  /** ISO date when the episode becomes free. Null means never. */
  freeAt: string | null;
  balanceCoins: number | null;
  /** Debt that the next coins pay first. */
  debtCoins: number;
  readHref: string;
  /** The page that shows this form again when the server refuses it without a script. */
  page: Address;
  appUrl?: string | undefined;
};

const ROUTE = 'POST /episodes/:id/unlock';
type Wallet = { balance: number | null; debt: number };
/** Nothing to pay: the episode became free, or the reader joined its team. */
const OPEN = ['episode_free', 'episode_own'];

export function useUnlock({
  episodeId,
  priceCoins,
  balanceCoins,
  debtCoins,
  readHref,
}: Pick<UnlockFacts, 'episodeId' | 'priceCoins' | 'balanceCoins' | 'debtCoins' | 'readHref'>) {
  const [price, setPrice] = useState(priceCoins);
  const [{ balance, debt }, setWallet] = useState<Wallet>({ balance: balanceCoins, debt: debtCoins });
  const { refusal, busy, run } = useAction();
  const key = useRef<string>(undefined);
  useWallet(balanceCoins === null, setWallet);

  const unlock = () =>
    run(async () => {
      // The key stays until an answer arrives, so that a lost request is not paid twice.
      key.current ??= makeKey();
      const headers = { 'Idempotency-Key': key.current };
      try {
        await api(ROUTE, { params: { id: episodeId }, headers, body: { price } });
      } catch (error) {
        if (!(error instanceof ApiError && OPEN.includes(error.code))) {
          // Answered. A request at another price is a new one.
          if (isRefusal(error, ROUTE, 409) || isRefusal(error, ROUTE, 422)) key.current = undefined;
          if (isRefusal(error, ROUTE, 409)) setPrice((now) => error.members.price ?? now);
          if (isRefusal(error, ROUTE, 422)) {
            setPrice((now) => error.members.price ?? now);
            const { balance, debt } = error.members;
            setWallet((now) => ({ balance: balance ?? now.balance, debt: debt ?? now.debt }));
          }
          throw error;
        }
      }
      readOn(readHref);
      return LEAVING;
    });
  return { price, balance, debt, refusal, busy, unlock };
}

/** Keeps the page anchor of the current link. */
function readOn(href: string): void {
  const there = new URL(href, location.href);
  const isHere = there.pathname === location.pathname;
  if (isHere) there.hash = location.hash;
  if (there.href === location.href) location.reload();
  else if (isHere) location.replace(there);
  else location.assign(there);
}

/** Fetches the balance when unknown and whenever the reader returns, for example from the app that sells coins. */
function useWallet(isUnknown: boolean, tell: (wallet: Wallet) => void): void {
  useEffect(() => {
    const gone = new AbortController();
    const ask = async () => {
      try {
        tell(await api('GET /wallet', { signal: gone.signal, stay: true }));
      } catch (error) {
        // The unlock call itself reports such errors.
        if (!(error instanceof ApiError) && !gone.signal.aborted) throw error;
      }
    };
    if (isUnknown) void ask();
    const again = () => document.visibilityState === 'visible' && void ask();
    document.addEventListener('visibilitychange', again, { signal: gone.signal });
    // The browser may restore a page from its back-forward cache that was left during payment.
    const stale = ({ persisted }: PageTransitionEvent) => persisted && location.reload();
    addEventListener('pageshow', stale, { signal: gone.signal });
    return () => gone.abort();
  }, [isUnknown, tell]);
}

function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
