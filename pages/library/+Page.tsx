import SavedEpisodes from '#islands/reading/SavedEpisodes.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { ActionForm } from '../../islands/ActionForm.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../addresses.ts';
import { ListPager } from '../creator/ListPager.tsx';
import { Button, LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { Notice } from '../ui/Notice.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { type LibraryShelf, SHELVES, shelfAddress } from './address.ts';
import { Collections } from './Collections.tsx';
import css from './Page.module.css';
import { ReadOn } from './ReadOn.tsx';
import { Sorting } from './Sorting.tsx';
import { Subscriptions } from './Subscriptions.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('library');
  const href = useHref();
  const { shelf, sort, page, pages, totals } = data;
  const isAll = shelf === null;
  return (
    <Wrap as="main" id="main" className={css.main}>
      <h1>{t('title')}</h1>
      <Tabs
        label={t('shelves')}
        items={[
          { href: href(shelfAddress(null)), label: t('everything'), current: isAll },
          ...(['reading', 'subscriptions', 'collections'] as const).map((one) => ({
            href: href(shelfAddress(one)),
            label: t(one),
            count: String(totals[one]),
            current: shelf === one || (one === 'reading' && shelf === 'finished'),
          })),
          { href: href(address('/wallet', {}, { query: { filter: 'bought' } })), label: t('bought') },
          { href: href('/offline'), label: t('saved') },
        ]}
      />
      {data.away !== null && <Away data={data} away={data.away} />}
      {isAll && SHELVES.every((one) => totals[one] === 0) && (
        <Empty heading={t('empty')} actions={<LinkButton href={href('/')}>{t('discover')}</LinkButton>}>
          {t('emptyHint')}
        </Empty>
      )}
      <Shelves data={data} />
      {isAll && <Saved />}
      {shelf !== null && (
        <ListPager page={page} pages={pages} hrefOf={(to) => href(shelfAddress(shelf, { page: to, sort }))} />
      )}
    </Wrap>
  );
}

function Shelves({ data }: { data: Data }) {
  const t = useTranslations('library');
  const href = useHref();
  const { shelf, library, sort, page, totals } = data;
  const isAll = shelf === null;
  const isShown = (one: LibraryShelf) => shelf === one || (isAll && totals[one] > 0);
  const allOf = (one: LibraryShelf) =>
    isAll && totals[one] > data.perPage ? { href: href(shelfAddress(one)), label: t('all') } : undefined;
  const finished =
    totals.finished > 0 && shelf !== 'finished'
      ? { href: href(shelfAddress('finished')), label: t('whatFinished') }
      : undefined;
  const here = (one: LibraryShelf) => shelfAddress(isAll ? null : one, { page });
  return (
    <>
      {(isShown('reading') || (isAll && finished)) && (
        <section>
          <SectionHead heading={t('reading')} more={finished ?? allOf('reading')} />
          <ReadOn stories={library.continue_reading} own={!isAll} here={here('reading')} from="reading" />
        </section>
      )}
      {shelf === 'finished' && (
        <section>
          <SectionHead heading={t('finished')} />
          <ReadOn stories={library.finished} own here={here('finished')} from="finished" />
        </section>
      )}
      {isShown('subscriptions') && (
        <section>
          <SectionHead
            heading={t('subscriptions')}
            more={allOf('subscriptions')}
            end={!isAll && totals.subscriptions > 1 && <Sorting sort={sort} />}
          />
          <Subscriptions
            stories={library.subscriptions}
            own={!isAll}
            here={shelfAddress('subscriptions', { page, sort })}
          />
        </section>
      )}
      {(shelf === 'collections' || isAll) && (
        <section>
          <SectionHead heading={t('collections')} more={allOf('collections')} />
          <Collections data={data} />
        </section>
      )}
    </>
  );
}

function Away({
  data: { shelf, page },
  away: { id, title },
}: {
  data: Data;
  away: NonNullable<Data['away']>;
}) {
  const t = useTranslations('library');
  const href = useHref();
  const here = shelfAddress(shelf, { page });
  return (
    <Notice
      actions={
        <ActionForm
          call="PUT /library/reading/:story_id"
          params={{ story_id: id }}
          back={href(here)}
          page={here}
        >
          <Button type="submit">{t('putBack')}</Button>
        </ActionForm>
      }
    >
      {t('awayNote', { title })}
    </Notice>
  );
}

function Saved() {
  const t = useTranslations('library');
  const offline = useTranslations('offline');
  const href = useHref();
  return (
    <section>
      <SectionHead heading={offline('title')} more={{ href: href('/offline'), label: t('savedAll') }} />
      <noscript>
        <p className={css.note}>{t('savedNoScript')}</p>
      </noscript>
      <Island name="SavedEpisodes" component={SavedEpisodes} props={{ brief: true }} />
    </section>
  );
}
