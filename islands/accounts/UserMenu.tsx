/** The account menu of the header (HDR-04…14). Public pages are shared, so the server renders it signed out. */
import { type ReactNode, useEffect, useState } from 'react';
import { formatNumber } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { type Address, withBack } from '../../pages/addresses.ts';
import { LinkButton } from '../../pages/ui/Button.tsx';
import { Face } from '../../pages/ui/Face.tsx';
import { Icon, type IconName } from '../../pages/ui/Icon.tsx';
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
  wallet_coins?: number;
};

/** HDR-06, NOT-09 */
const REFRESH_MS = 45_000;

/**
 * Private pages pass the account in. Elsewhere it is fetched, and only for signed-in users (ACC-28, ACC-29). Meanwhile
 * the cached account is shown (ACC-19). `here` is this page, to return to (ACC-53).
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
  const { notification_count: count, wallet_coins: coins } = account;
  const shown = count > 99 ? '99+' : count;
  const link = (to: Address, icon: IconName, text: string, more?: ReactNode) => (
    <a href={href(to)}>
      <Icon name={icon} />
      {text}
      {more}
    </a>
  );
  return (
    <details className={css.menu} data-menu>
      <summary className={css.name}>
        <span className={css.face}>
          <Face url={account.mini_thumbnail_url} />
          {count > 0 && (
            <span className={css.count}>
              <span aria-hidden="true">{shown}</span>
              <VisuallyHidden>{t('notifications', { count })}</VisuallyHidden>
            </span>
          )}
        </span>
        <span className={css.text}>{account.display_name}</span>
      </summary>
      <div className={css.float}>
        <p className={css.who}>{account.display_name}</p>
        {link('/profile_edit', 'user', t('profile'))}
        {link(
          '/notifications',
          'bell',
          t('mail'),
          count > 0 && (
            <span className={css.new} aria-hidden="true">
              {shown}
            </span>
          ),
        )}
        {link('/library', 'library', t('library'))}
        {link(
          '/wallet',
          'coins',
          t('wallet'),
          coins !== undefined && (
            <span className={css.coins}>{t('coins', { count: coins, number: formatNumber(coins) })}</span>
          ),
        )}
        {link('/offline', 'download', t('saved'))}
        {link('/settings', 'settings-2', t('settings'))}
        <hr />
        {link('/creator/stories', 'pencil', t('stories'))}
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

/** Undefined without an answer: the sign-in link shows. `api` redirects on refusals (ERR-02, ERR-03). */
async function fetchAccount(signal: AbortSignal): Promise<(Account & { id: string }) | undefined> {
  try {
    const { user } = await api('GET /user/account', { signal });
    return user;
  } catch (error) {
    if (error instanceof ApiError || signal.aborted) return undefined;
    throw error;
  }
}

/** Uses `stay`, so that an expired session does not pull readers off the page. Temporary errors change nothing. */
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

/** Tells the service worker who reads here: some saved data belongs to one account (islands/reading/offline). */
function tellDevice(account: string | null): void {
  if (!document.documentElement.dataset.reader || !('serviceWorker' in navigator)) return;
  // Nothing waits for this script. When offline, it does not load.
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

/** For this browser session only. islands/runtime/theme.ts removes it when the user is no longer signed in. */
function store(account: Account | undefined): void {
  try {
    if (account) sessionStorage.setItem(KEY, JSON.stringify(account));
    else sessionStorage.removeItem(KEY);
  } catch {
    // Storage may be blocked. Then every page fetches the account.
  }
}
