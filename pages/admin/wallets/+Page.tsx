import { formatDate } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { type Address, address } from '#pages/addresses.ts';
import css from '#pages/admin/Admin.module.css';
import { Standing } from '#pages/admin/Standing.tsx';
import { ListPager } from '#pages/creator/ListPager.tsx';
import { Button } from '#pages/ui/Button.tsx';
import { Empty } from '#pages/ui/Empty.tsx';
import { Face } from '#pages/ui/Face.tsx';
import { TextField } from '#pages/ui/Field.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import { RowLink } from '#pages/ui/RowLink.tsx';
import { FILTER_MAX_LENGTH } from '#server/lib/text.ts';
import type { Data } from './+data.ts';
import { Wallet } from './Wallet.tsx';

const addressOf = (q: string, page = 1): Address =>
  address('/admin/wallets', {}, { query: { q: q || null, page: page === 1 ? null : page } });

export default function Page({ data }: { data: Data }) {
  const { q, wallet, page, pages } = data;
  const t = useTranslations('administration');
  const href = useHref();
  return (
    <>
      <PageHead title={t('rooms.wallets')} />
      <form method="get" action={href('/admin/wallets')} className={css.find}>
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
      {wallet === null ? <Owners users={data.users} /> : <Wallet wallet={wallet} grantKey={data.key} />}
      <ListPager page={page} pages={pages} hrefOf={(to) => href(addressOf(q, to))} />
    </>
  );
}

function Owners({ users }: Pick<Data, 'users'>) {
  const t = useTranslations('administration');
  const href = useHref();
  if (users.length === 0) return <Empty heading={t('none')}>{t('noneUserHint')}</Empty>;
  return (
    <ul className={css.list}>
      {users.map((user) => (
        <li key={user.id} className={css.person}>
          <Face url={user.thumbnail_url} />
          <div>
            <RowLink
              href={href(address('/admin/wallets', {}, { query: { user: user.id } }))}
              className={css.name}
            >
              <bdi>{user.display_name}</bdi>
            </RowLink>{' '}
            <Standing user={user} />
            <p className={css.small}>{user.email}</p>
          </div>
          <p className={css.small}>{t('since', { date: formatDate(user.created_at) })}</p>
        </li>
      ))}
    </ul>
  );
}
