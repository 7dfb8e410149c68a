/** The account menu of the header (HDR-04…14). The server draws it signed out, since public pages are the same for all. */
import { useEffect, useState } from 'react';
import { useHref, useTranslations } from '../locales/react.tsx';
import { LinkButton } from '../pages/ui/Button.tsx';
import { Face } from '../pages/ui/Face.tsx';
import { Icon } from '../pages/ui/Icon.tsx';
import css from './UserMenu.module.css';

export type Account = {
  display_name: string;
  mini_thumbnail_url: string | null;
  notification_count: number;
};

/** Private pages know the name at once; the rest is fetched, and only if somebody is signed in (ACC-28, ACC-29). */
export default function UserMenu({ account: known }: { account?: Account }) {
  const [account, setAccount] = useState(known);
  const t = useTranslations('header');
  const href = useHref();
  useEffect(() => {
    if (!/(^|; )signed_in=1/.test(document.cookie)) return;
    const gone = new AbortController();
    void fetchAccount(gone.signal).then((user) => {
      if (user) setAccount(user);
      else delete document.documentElement.dataset.signedIn;
    });
    return () => gone.abort();
  }, []);

  if (!account) {
    return (
      <>
        <LinkButton kind="ink" href={href('/sign_in')} className={css.signIn}>
          {t('signIn')}
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
              <span className={css.spoken}>{t('notifications', { count })}</span>
            </span>
          )}
        </span>
        <span className={css.text}>{account.display_name}</span>
      </summary>
      <div className={css.float}>
        <p className={css.who}>{account.display_name}</p>
        <a href={href('/creator/stories')}>
          <Icon name="library" />
          {t('stories')}
        </a>
        <hr />
        <form method="post" action="/api/auth/session?_method=DELETE">
          <button type="submit">
            <Icon name="log-out" />
            {t('logOut')}
          </button>
        </form>
      </div>
    </details>
  );
}

/** Null when nobody is signed in after all, or the server does not answer: the sign-in link is right then. */
async function fetchAccount(signal: AbortSignal): Promise<Account | null> {
  try {
    const response = await fetch('/api/user/account', { signal, headers: { accept: 'application/json' } });
    if (!response.ok) return null;
    const { user }: { user: Account } = await response.json();
    return user;
  } catch {
    return null;
  }
}
