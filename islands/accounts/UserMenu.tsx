/** The account menu of the header (HDR-04…14). The server draws it signed out, since public pages are the same for all. */
import { useEffect, useState } from 'react';
import { formatNumber } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { withBack } from '../../pages/addresses.ts';
import { LinkButton } from '../../pages/ui/Button.tsx';
import { Face } from '../../pages/ui/Face.tsx';
import { Icon } from '../../pages/ui/Icon.tsx';
import { VisuallyHidden } from '../../pages/ui/VisuallyHidden.tsx';
import { ActionForm } from '../ActionForm.tsx';
import { ApiError, api, isPassing } from '../api.ts';
import { hearUnread, tellUnread } from '../notifications/unread.ts';
import { bringChoicesAlong, bringPlacesAlong, forgetPlacesOfAccount } from '../reading/visitor-state.ts';
import { keepFresh } from '../refreshing.ts';
import css from './UserMenu.module.css';

export type Account = {
  display_name: string;
  mini_thumbnail_url: string | null;
  notification_count: number;
  /** What an older page has kept says nothing of it. */
  wallet_coins?: number;
};

/** HDR-06, NOT-09 */
const REFRESH_MS = 45_000;

/**
 * Private pages hand the account in. Elsewhere it is fetched, and only if somebody is signed in (ACC-28, ACC-29); what was
 * fetched before is shown until then (ACC-19). `here` is the page itself, to come back to (ACC-53).
 */
export default function UserMenu({ here, account: known }: { here: string; account?: Account }) {
  const [account, setAccount] = useState(known);
  const t = useTranslations('header');
  const href = useHref();
  useEffect(() => {
    if (!isSignedIn()) {
      tellDevice(null);
      return forgetPlacesOfAccount();
    }
    const gone = new AbortController();
    const { signal } = gone;
    const take = (user: Account | undefined): void => {
      store(user);
      setAccount(user);
      if (user) tellUnread(user.notification_count);
      if (!user) delete document.documentElement.dataset.signedIn;
    };
    hearUnread((notification_count) => setAccount((now) => now && { ...now, notification_count }), signal);
    if (known) tellUnread(known.notification_count);
    else {
      setAccount((now) => now ?? stored());
      void fetchAccount(signal).then((user) => {
        if (signal.aborted) return;
        take(user);
        if (!user) return;
        void bringPlacesAlong();
        void bringChoicesAlong();
        tellDevice(user.id);
      });
    }
    keepFresh(() => refresh(signal, take), { everyMs: REFRESH_MS, signal });
    return () => gone.abort();
  }, [known]);

  if (!account) {
    return (
      <>
        <LinkButton kind="ink" href={href(withBack('/sign_in', here))} className={css.signIn}>
          <Icon name="user" />
          <span>{t('signIn')}</span>
        </LinkButton>
        <span className={css.waiting} aria-hidden="true" />
      </>
    );
  }
  const count = account.notification_count;
  return (
    <details className={css.menu} data-menu>
      <summary className={css.name}>
        <span className={css.face}>
          <Face url={account.mini_thumbnail_url} />
          {count > 0 && (
            <span className={css.count}>
              <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
              <VisuallyHidden>{t('notifications', { count })}</VisuallyHidden>
            </span>
          )}
        </span>
        <span className={css.text}>{account.display_name}</span>
      </summary>
      <div className={css.float}>
        <p className={css.who}>{account.display_name}</p>
        <a href={href('/profile_edit')}>
          <Icon name="user" />
          {t('profile')}
        </a>
        <a href={href('/notifications')}>
          <Icon name="bell" />
          {t('mail')}
          {count > 0 && (
            <span className={css.new} aria-hidden="true">
              {count > 99 ? '99+' : count}
            </span>
          )}
        </a>
        <a href={href('/library')}>
          <Icon name="library" />
          {t('library')}
        </a>
        <a href={href('/wallet')}>
          <Icon name="coins" />
          {t('wallet')}
          {account.wallet_coins !== undefined && (
            <span className={css.coins}>
              {t('coins', { count: account.wallet_coins, number: formatNumber(account.wallet_coins) })}
            </span>
          )}
        </a>
        <a href={href('/offline')}>
          <Icon name="download" />
          {t('saved')}
        </a>
        <a href={href('/settings')}>
          <Icon name="settings-2" />
          {t('settings')}
        </a>
        <hr />
        <a href={href('/creator/stories')}>
          <Icon name="pencil" />
          {t('stories')}
        </a>
        <hr />
        <ActionForm call="DELETE /auth/session">
          <button type="submit">
            <Icon name="log-out" />
            {t('logOut')}
          </button>
        </ActionForm>
      </div>
    </details>
  );
}

/** Undefined when the server does not answer: the sign-in link is right then. A refusal leads to it by itself (ERR-02, ERR-03). */
async function fetchAccount(signal: AbortSignal): Promise<(Account & { id: string }) | undefined> {
  try {
    const { user } = await api('GET /user/account', { signal });
    return user;
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return undefined;
    throw error;
  }
}

/** Nobody is led away from what they read because a session has ended meanwhile; a call that went astray changes nothing. */
async function refresh(signal: AbortSignal, take: (account: Account | undefined) => void): Promise<void> {
  if (!isSignedIn()) return take(undefined);
  try {
    const { user } = await api('GET /user/account', { signal, stay: true });
    take(user);
  } catch (error) {
    if (error instanceof ApiError && !signal.aborted && !isPassing(error)) take(undefined);
  }
}

const isSignedIn = (): boolean => /(^|; )signed_in=1/.test(document.cookie);

/** What is saved on the device is for who reads here, and some of it for one account alone (islands/reading/offline). */
function tellDevice(account: string | null): void {
  if (!document.documentElement.dataset.reader || !('serviceWorker' in navigator)) return;
  // Nobody waits for it, and without a line it does not come.
  import.meta
    .later('../reading/offline/wake.ts')
    .then(({ tellAccount }) => tellAccount(account))
    .catch(() => undefined);
}

const KEY = 'account';

function stored(): Account | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Of one visit only; islands/runtime/theme.ts takes it away when the session is gone. */
function store(account: Account | undefined): void {
  try {
    if (account) sessionStorage.setItem(KEY, JSON.stringify(account));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage may be forbidden; then every page fetches it anew.
  }
}
