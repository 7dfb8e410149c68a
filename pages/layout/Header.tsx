import UserMenu from '../../islands/accounts/UserMenu.tsx';
import LiveSearch from '../../islands/discovery/LiveSearch.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../addresses.ts';
import { classes } from '../ui/classes.ts';
import { Seal } from '../ui/Seal.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { useFrame } from './context.ts';
import css from './Header.module.css';
import { LanguageMenu } from './LanguageMenu.tsx';
import { LanguageOffer } from './LanguageOffer.tsx';
import { useHere } from './useWayBack.ts';

/** `flood`: the header is on the story's colour and the seal takes the ink colour. */
export function Header({ flood }: { flood?: boolean }) {
  const t = useTranslations('header');
  const href = useHref();
  const { path, isAhead } = useFrame();
  const isDiscover = path === '/' && !isAhead;
  return (
    <header className={classes(css.bar, flood && css.flood)}>
      <div className={css.wrap}>
        <Brand />
        <nav className={classes(css.nav, isDiscover && css.below)} aria-label={t('main')}>
          <a href={href('/')} aria-current={isDiscover ? 'page' : undefined}>
            {t('discover')}
          </a>
          <a href={href(address('/', {}, { hash: 'comics' }))}>{t('comics')}</a>
          <a href={href(address('/', {}, { hash: 'indie' }))}>{t('indie')}</a>
          <a href={href(address('/', {}, { hash: 'novels' }))}>{t('novels')}</a>
          <a href={href('/genres')} aria-current={path === '/genres' ? 'page' : undefined}>
            {t('genres')}
          </a>
        </nav>
        <div className={css.tools}>
          <HeaderSearch />
          <LanguageMenu />
          <AccountMenu />
        </div>
      </div>
      <LanguageOffer />
    </header>
  );
}

export function Brand() {
  const t = useTranslations('header');
  const href = useHref();
  return (
    <a className={css.brand} href={href('/')} aria-label={t('home')}>
      <Seal className={css.seal} />
      <Wordmark className={css.word} />
    </a>
  );
}

/** Loads nothing until touched. */
export const HeaderSearch = () => <Island name="LiveSearch" component={LiveSearch} props={{}} wake="touch" />;

/** Private pages pass the account in. Public pages fetch it. */
export function AccountMenu() {
  const { viewer } = useFrame();
  const here = useHere();
  const account = viewer && {
    display_name: viewer.displayName,
    mini_thumbnail_url: viewer.thumbnailUrl,
    notification_count: viewer.notificationCount,
    wallet_coins: viewer.walletCoins,
  };
  return <Island name="UserMenu" component={UserMenu} props={account ? { here, account } : { here }} />;
}
