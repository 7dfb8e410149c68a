import { formatNumber } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { STORY_FILTERS, STORY_SORTS, TITLE_MAX_LENGTH } from '#server/domains/publishing/stories/rules.ts';
import { Chips } from '../../../ui/Chips.tsx';
import { classes } from '../../../ui/classes.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuLink } from '../../../ui/Menu.tsx';
import type { Data } from './+data.ts';
import { listAddress } from './address.ts';
import css from './Toolbar.module.css';

const VIEWS = [
  { view: 'cards', icon: 'layout-list' },
  { view: 'table', icon: 'table' },
] as const;

/** Filter, search, order and view, as links and a form without a script. */
export function Toolbar({ asked, counts }: Pick<Data, 'asked' | 'counts'>) {
  const t = useTranslations('console');
  const href = useHref();
  const to = (change: Partial<Data['asked']>) => href(listAddress(asked, change));
  return (
    <div className={css.bar}>
      <Chips
        label={t('filter')}
        items={STORY_FILTERS.map((filter) => ({
          href: to({ filter }),
          label: t(`filters.${filter}`),
          count: formatNumber(counts[filter]),
          current: asked.filter === filter,
        }))}
      />
      <search className={css.search}>
        <form action={href('/creator/stories')}>
          {asked.filter !== 'all' && <input type="hidden" name="filter" value={asked.filter} />}
          {asked.sort !== 'last_update' && <input type="hidden" name="sort" value={asked.sort} />}
          <input
            className={css.input}
            type="search"
            name="q"
            defaultValue={asked.q}
            maxLength={TITLE_MAX_LENGTH}
            placeholder={t('searchDo')}
            aria-label={t('search')}
            autoComplete="off"
          />
          <IconButton type="submit" icon="search" label={t('searchDo')} className={css.go} />
        </form>
      </search>
      <Menu
        className={css.sort}
        trigger={
          <>
            <Icon name="arrow-up-down" />
            {t(`sorts.${asked.sort}`)}
          </>
        }
        label={t('sortedBy', { name: t(`sorts.${asked.sort}`) })}
      >
        {STORY_SORTS.map((sort) => (
          <MenuLink
            key={sort}
            href={to({ sort })}
            aria-current={asked.sort === sort ? 'true' : undefined}
            end={asked.sort === sort && <Icon name="check" />}
          >
            {t(`sorts.${sort}`)}
          </MenuLink>
        ))}
      </Menu>
      <nav className={css.views} aria-label={t('views.label')}>
        {VIEWS.map(({ view, icon }) => (
          <a
            key={view}
            className={classes(css.view)}
            href={to({ view, page: asked.page })}
            aria-current={asked.view === view ? 'true' : undefined}
            aria-label={t(`views.${view}`)}
            title={t(`views.${view}`)}
          >
            <Icon name={icon} />
          </a>
        ))}
      </nav>
    </div>
  );
}
