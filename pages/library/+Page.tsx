import { useHref, useTranslations } from '../../locales/react.tsx';
import { ListPager } from '../creator/ListPager.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { type LibraryShelf, shelfAddress } from './address.ts';
import { Collections } from './Collections.tsx';
import css from './Page.module.css';
import { ReadOn } from './ReadOn.tsx';
import { Subscriptions } from './Subscriptions.tsx';

/** What somebody reads, follows and collects. Each shelf has a page of its own; here stand their beginnings. */
export default function Page({ data }: { data: Data }) {
  const t = useTranslations('library');
  const href = useHref();
  const { shelf, library, collectionsTotal } = data;
  const totals: Record<LibraryShelf, number> = {
    reading: library.continue_reading_total,
    subscriptions: library.subscriptions_total,
    collections: collectionsTotal,
  };
  const isAll = shelf === null;
  const isShown = (one: LibraryShelf) => shelf === one || (isAll && totals[one] > 0);
  const isEmpty = isAll && totals.reading + totals.subscriptions + totals.collections === 0;
  const heading = (one: LibraryShelf) => (
    <SectionHead
      heading={t(one)}
      {...(isAll && totals[one] > data.perPage
        ? { more: { href: href(shelfAddress(one)), label: t('all') } }
        : {})}
    />
  );
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
            current: shelf === one,
          })),
          { href: href('/offline'), label: t('saved') },
        ]}
      />
      {isEmpty && (
        <Empty heading={t('empty')} actions={<LinkButton href={href('/')}>{t('discover')}</LinkButton>}>
          {t('emptyHint')}
        </Empty>
      )}
      {isShown('reading') && (
        <section>
          {heading('reading')}
          <ReadOn stories={library.continue_reading} />
        </section>
      )}
      {isShown('subscriptions') && (
        <section>
          {heading('subscriptions')}
          <Subscriptions stories={library.subscriptions} own={shelf === 'subscriptions'} />
        </section>
      )}
      {(isShown('collections') || isAll) && (
        <section>
          {heading('collections')}
          <Collections data={data} />
        </section>
      )}
      {shelf !== null && (
        <ListPager
          page={data.page}
          pages={Math.max(1, Math.ceil(totals[shelf] / data.perPage))}
          hrefOf={(to) => href(shelfAddress(shelf, to))}
        />
      )}
    </Wrap>
  );
}
