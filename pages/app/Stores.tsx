import { useTranslations } from '../../locales/react.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import { Icon, type IconName } from '../ui/Icon.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';

export function Stores({ stores: { store, play, other } }: Pick<Data, 'stores'>) {
  const t = useTranslations('texts.app');
  return (
    <div className={css.stores}>
      {store && <Store href={store} icon="apple" name={t('store')} devices={t('storeFor')} />}
      {play && (
        <Store href={play} icon="play" name={t('play')} devices={t('playFor')} isOther={Boolean(store)} />
      )}
      {other && (
        <LinkButton kind={store || play ? 'quiet' : 'ink'} big icon="smartphone" href={other}>
          {t('other')}
        </LinkButton>
      )}
    </div>
  );
}

type StoreProps = { href: string; icon: IconName; name: string; devices: string; isOther?: boolean };

const Store = ({ href, icon, name, devices, isOther }: StoreProps) => (
  <a className={classes(css.store, isOther && css.other)} href={href}>
    <Icon name={icon} className={css.icon} />
    <span>
      <small>{devices}</small> {name}
    </span>
  </a>
);
