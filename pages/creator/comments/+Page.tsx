import { ActionForm } from '../../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { CLOSE_AFTER_MAX_DAYS } from '../../../server/domains/community/comments/contract-team.ts';
import { type Address, address } from '../../addresses.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Chips } from '../../ui/Chips.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { TextField } from '../../ui/Field.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ListPager } from '../ListPager.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { Row } from './Row.tsx';

type Wish = { state?: string | null; story?: string | null; q?: string | null; page?: number };

const addressOf = ({ state, story, q, page = 1 }: Wish): Address =>
  address('/creator/comments', {}, { query: { state, story, q: q || null, page: page === 1 ? null : page } });

export default function Page({ data }: { data: Data }) {
  const { list, state, storyId: story, q, settings, zone } = data;
  const t = useTranslations('teamComments');
  const href = useHref();
  const own = addressOf({ state, story, q, page: list.page });
  const form = { back: href(own), page: own };
  return (
    <>
      <PageHead title={t('title')} />
      <div className={css.head}>
        <Chips
          label={t('filter')}
          items={[null, 'held', 'hidden'].map((each) => ({
            href: href(addressOf({ state: each, story, q })),
            label: each === null ? t('all') : t(each as 'held'),
            ...(each === 'held' ? { count: String(list.held_count) } : {}),
            current: each === state,
          }))}
        />
        <form method="get" action={href('/creator/comments')} className={css.find}>
          {state && <input type="hidden" name="state" value={state} />}
          {story && <input type="hidden" name="story" value={story} />}
          <TextField
            label={t('find')}
            hideLabel
            name="q"
            type="search"
            defaultValue={q}
            placeholder={t('find')}
          />
          <Button type="submit" icon="search">
            {t('search')}
          </Button>
        </form>
      </div>
      {story && settings && (
        <Disclosure summary={t('settings')}>
          <ActionForm
            call="PUT /creator/stories/:id/comments_settings"
            params={{ id: story }}
            className={css.settings}
            {...form}
          >
            <input type="hidden" name="closed" value="false" />
            <Checkbox name="closed" defaultChecked={settings.settings.closed}>
              {t('closed')}
            </Checkbox>
            <TextField
              label={t('closeAfter')}
              hint={t('never')}
              name="close_after_days"
              type="number"
              min={1}
              max={CLOSE_AFTER_MAX_DAYS}
              defaultValue={settings.settings.close_after_days ?? ''}
            />
            <Button type="submit">{t('save')}</Button>
          </ActionForm>
        </Disclosure>
      )}
      {list.comments.length === 0 ? (
        <Empty heading={t('none')}>{t('noneHint')}</Empty>
      ) : (
        <>
          <ul className={css.list}>
            {list.comments.map((comment) => (
              <Row
                key={comment.id}
                comment={comment}
                form={form}
                zone={zone}
                storyHref={href(addressOf({ state, story: comment.story.id, q }))}
              />
            ))}
          </ul>
          <ActionForm id="hide-many" call="POST /creator/comments/hide" {...form}>
            <Button type="submit" icon="eye-off">
              {t('hideThem')}
            </Button>
          </ActionForm>
        </>
      )}
      <ListPager
        page={list.page}
        pages={Math.max(1, Math.ceil(list.total / list.per_page))}
        hrefOf={(page) => href(addressOf({ state, story, q, page }))}
      />
    </>
  );
}
