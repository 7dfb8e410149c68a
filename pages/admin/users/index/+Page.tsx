import { formatDate } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import css from '#pages/admin/Admin.module.css';
import { Standing } from '#pages/admin/Standing.tsx';
import { ListPager } from '#pages/creator/ListPager.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Chips } from '#pages/ui/Chips.tsx';
import { Empty } from '#pages/ui/Empty.tsx';
import { Face } from '#pages/ui/Face.tsx';
import { TextField } from '#pages/ui/Field.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import { RowLink } from '#pages/ui/RowLink.tsx';
import { USER_FILTERS } from '#server/domains/administration/administration/rules.ts';
import { FILTER_MAX_LENGTH } from '#server/lib/text.ts';
import type { Data } from './+data.ts';

type Wish = Pick<Data, 'q' | 'filter'> & { page?: number };

const addressOf = ({ q, filter, page = 1 }: Wish): Address =>
  address(
    '/admin/users',
    {},
    {
      query: { q: q || null, filter: filter === 'all' ? null : filter, page: page === 1 ? null : page },
    },
  );

export default function Page({ data: { users, q, filter, page, pages } }: { data: Data }) {
  const t = useTranslations('administration');
  const href = useHref();
  return (
    <>
      <PageHead title={t('rooms.users')} />
      <form method="get" action={href('/admin/users')} className={css.find}>
        {filter !== 'all' && <input type="hidden" name="filter" value={filter} />}
        <TextField
          label={t('findUser')}
          name="q"
          type="search"
          defaultValue={q}
          maxLength={FILTER_MAX_LENGTH}
          dir="auto"
        />
        <Button type="submit" icon="search">
          {t('findDo')}
        </Button>
      </form>
      <Chips
        label={t('what')}
        items={USER_FILTERS.map((each) => ({
          href: href(addressOf({ q, filter: each })),
          label: t(`userFilters.${each}`),
          current: each === filter,
        }))}
      />
      {users.length === 0 ? (
        <Empty heading={t('none')}>{t('noneUserHint')}</Empty>
      ) : (
        <ul className={css.list}>
          {users.map((user) => (
            <li key={user.id} className={css.person}>
              <Face url={user.thumbnail_url} />
              <div>
                <RowLink href={href(address('/admin/users/@id', { id: user.id }))} className={css.name}>
                  <bdi>{user.display_name}</bdi>
                </RowLink>{' '}
                <Standing user={user} />
                <p className={css.small}>
                  {user.email} · {t('since', { date: formatDate(user.created_at) })}
                </p>
              </div>
              <p className={css.small}>
                {user.stories_count > 0 && t('storiesCount', { count: user.stories_count })}{' '}
                {user.open_reports_count > 0 && t('reportsOpen', { count: user.open_reports_count })}
              </p>
            </li>
          ))}
        </ul>
      )}
      <ListPager page={page} pages={pages} hrefOf={(to) => href(addressOf({ q, filter, page: to }))} />
    </>
  );
}
