import { useHref, useTranslations } from '../../locales/react.tsx';
import { SUBSCRIPTION_SORTS } from '../../server/domains/reading/library/rules.ts';
import { Icon } from '../ui/Icon.tsx';
import { Menu, MenuLink } from '../ui/Menu.tsx';
import type { Data } from './+data.ts';
import { shelfAddress } from './address.ts';

export function Sorting({ sort }: Pick<Data, 'sort'>) {
  const t = useTranslations('library');
  const href = useHref();
  const present = t(`sorts.${sort}`);
  return (
    <Menu
      trigger={
        <>
          <Icon name="arrow-up-down" />
          {present}
        </>
      }
      label={t('sortedBy', { name: present })}
    >
      {SUBSCRIPTION_SORTS.map((each) => (
        <MenuLink
          key={each}
          href={href(shelfAddress('subscriptions', { sort: each }))}
          aria-current={each === sort ? 'true' : undefined}
          end={each === sort && <Icon name="check" />}
        >
          {t(`sorts.${each}`)}
        </MenuLink>
      ))}
    </Menu>
  );
}
