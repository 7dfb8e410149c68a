import { ActionForm } from '../../islands/ActionForm.tsx';
import { formatDate, formatTime } from '../../locales/index.ts';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../addresses.ts';
import { ListPager } from '../creator/ListPager.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Chips } from '../ui/Chips.tsx';
import { classes } from '../ui/classes.ts';
import { Empty } from '../ui/Empty.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { Ways } from './Ways.tsx';

const addressOf = ({ unread, page = 1 }: { unread: boolean; page?: number }) =>
  address(
    '/notifications',
    {},
    { query: { filter: unread ? 'unread' : null, page: page === 1 ? null : page } },
  );

/** What has happened for this reader, newest first; all of it works by links and forms. */
export default function Page({ data }: { data: Data }) {
  const { count, list, unread, notifications } = data;
  const t = useTranslations('notifications');
  const href = useHref();
  const here = addressOf({ unread, page: list.page });
  const form = { back: href(here), page: here };
  return (
    <Wrap as="main" id="main" className={css.main}>
      <div className={css.head}>
        <h1>{t('title')}</h1>
        {count > 0 && (
          <ActionForm call="PUT /user/notifications/read" {...form}>
            <Button type="submit" kind="quiet">
              {t('markAll')}
            </Button>
          </ActionForm>
        )}
      </div>
      <div className={css.columns}>
        <div>
          {(list.total > 0 || unread) && (
            <Chips
              label={t('filter')}
              items={[
                { href: href(addressOf({ unread: false })), label: t('all'), current: !unread },
                {
                  href: href(addressOf({ unread: true })),
                  label: t('unread'),
                  count: String(count),
                  current: unread,
                },
              ]}
            />
          )}
          {list.notifications.length === 0 ? (
            <Empty
              heading={unread ? t('nothingUnread') : t('news', { count })}
              actions={<LinkButton href={href('/')}>{t('look')}</LinkButton>}
            >
              <p>{t('newsHint')}</p>
            </Empty>
          ) : (
            <ul className={css.list}>
              {list.notifications.map((each) => (
                <Row key={each.id} row={each} timezone={data.timezone} form={form} />
              ))}
            </ul>
          )}
          <ListPager
            page={list.page}
            pages={Math.max(1, Math.ceil(list.total / list.per_page))}
            hrefOf={(page) => href(addressOf({ unread, page }))}
          />
          {list.notifications.some(({ read }) => read) && (
            <ActionForm call="DELETE /user/notifications" {...form}>
              <input type="hidden" name="only_read" value="true" />
              <Button type="submit" kind="quiet">
                {t('removeRead')}
              </Button>
            </ActionForm>
          )}
        </div>
        <Ways notifications={notifications} />
      </div>
    </Wrap>
  );
}

type RowProps = {
  row: Data['list']['notifications'][number];
  timezone: string;
  form: { back: string; page: ReturnType<typeof addressOf> };
};

function Row({ row: { id, text, read, thumbnail_url: picture, created_at: at }, timezone, form }: RowProps) {
  const t = useTranslations('notifications');
  const href = useHref();
  return (
    <li className={classes(css.row, !read && css.fresh)}>
      {picture ? (
        <img className={css.picture} src={picture} alt="" width={48} height={48} loading="lazy" />
      ) : (
        <span className={css.picture} />
      )}
      <div className={css.what}>
        <p dir="auto">
          {!read && <span className={css.dot} role="img" aria-label={t('isUnread')} />}
          <a href={href(address('/notifications', {}, { query: { open: id } }))}>{text}</a>
        </p>
        <p className={css.when}>
          <time dateTime={at}>
            {formatDate(at, timezone)} {formatTime(at, timezone)}
          </time>
        </p>
      </div>
      <ActionForm call="DELETE /user/notifications/:id" params={{ id }} {...form}>
        <IconButton type="submit" icon="x" label={t('remove', { text })} />
      </ActionForm>
    </li>
  );
}
