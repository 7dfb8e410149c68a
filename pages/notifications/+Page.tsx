import { ActionForm } from '../../islands/ActionForm.tsx';
import Notifications from '../../islands/notifications/Notifications.tsx';
import { Island } from '../../islands/runtime/Island.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { ListPager } from '../creator/ListPager.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { addressOf } from './address.ts';
import css from './Page.module.css';
import { Ways } from './Ways.tsx';

export default function Page({ data }: { data: Data }) {
  const { which, page, pages, unreadCount, groups, here, isEmpty } = data;
  const t = useTranslations('notifications');
  const href = useHref();
  const form = { back: href(here), page: here };
  const tabs = [
    { name: 'all', label: t('all') },
    { name: 'unread', label: t('unread'), ...(unreadCount > 0 ? { count: String(unreadCount) } : {}) },
    { name: 'replies', label: t('replies') },
  ] as const;
  return (
    <Wrap as="main" id="main" className={css.main}>
      <div className={css.head}>
        <h1>{t('title')}</h1>
        {unreadCount > 0 && (
          <ActionForm call="PUT /user/notifications/read" {...form}>
            <Button type="submit" kind="quiet">
              {t('markAll')}
            </Button>
          </ActionForm>
        )}
      </div>
      {(!isEmpty || which !== 'all') && (
        <Tabs
          label={t('filter')}
          items={tabs.map(({ name, ...tab }) => ({
            ...tab,
            href: href(addressOf({ which: name })),
            current: which === name,
          }))}
        />
      )}
      <div className={css.columns}>
        <div>
          {data.hasRemovedAll && <RemovedAll form={form} />}
          {isEmpty ? (
            <Empty
              heading={which === 'unread' ? t('nothingUnread') : t('news', { count: 0 })}
              actions={<LinkButton href={href('/')}>{t('look')}</LinkButton>}
            >
              <p>{t('newsHint')}</p>
            </Empty>
          ) : (
            <Island name="Notifications" component={Notifications} props={{ groups, here: href(here) }} />
          )}
          <ListPager page={page} pages={pages} hrefOf={(one) => href(addressOf({ which, page: one }))} />
          {data.hasRead && <RemoveRead data={data} />}
        </div>
        <Ways notifications={data.notifications} device={data.device} />
      </div>
    </Wrap>
  );
}

type Form = { back: string; page: Data['here'] };

function RemovedAll({ form }: { form: Form }) {
  const t = useTranslations('notifications');
  return (
    <div className={css.removed}>
      <span>{t('removedAll')}</span>
      <ActionForm call="POST /user/notifications/restore" {...form}>
        <Button type="submit">{t('undo')}</Button>
      </ActionForm>
    </div>
  );
}

function RemoveRead({ data: { which, here } }: { data: Data }) {
  const t = useTranslations('notifications');
  const href = useHref();
  const first = href(addressOf({ which }));
  const back = `${first}${first.includes('?') ? '&' : '?'}removed=all`;
  return (
    <ActionForm call="DELETE /user/notifications" back={back} page={here} className={css.removeRead}>
      <input type="hidden" name="only_read" value="true" />
      <Button type="submit" kind="quiet">
        {t('removeRead')}
      </Button>
    </ActionForm>
  );
}
