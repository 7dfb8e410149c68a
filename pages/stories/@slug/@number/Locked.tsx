import UnlockDialog from '#islands/coins/UnlockDialog.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { formatDate } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import type { ReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { product } from '#server/lib/product.ts';
import { address } from '../../../addresses.ts';
import { useFrame } from '../../../layout/context.ts';
import { Notices } from '../../../layout/Notices.tsx';
import { useHrefAndBack } from '../../../layout/useWayBack.ts';
import { LinkButton } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { placeInList } from '../address.ts';
import css from './Locked.module.css';
import { useEpisodeFacts } from './labels.ts';

type Blurred = { placeholder: string; width: number; height: number } | null;

type LockedProps = {
  reading: ReaderPage;
  blurred: Blurred;
  wallet: { balance: number; debt: number } | null;
  chapter: number | undefined;
  appUrl: string | undefined;
};

/** A premium episode: outline of its first page and the reader's options (PRI-19, RDR-17). */
export function Locked({ reading, blurred, wallet, chapter, appUrl }: LockedProps) {
  const { preview } = useFrame();
  return (
    <div className={css.locked}>
      {blurred && (
        <div className={css.frame}>
          <img
            className={css.blurred}
            src={blurred.placeholder}
            width={blurred.width}
            height={blurred.height}
            alt=""
          />
        </div>
      )}
      {wallet === null ? (
        <section className={css.notice} aria-labelledby="locked">
          <Icon name="lock" className={css.lock} />
          {preview === null ? <ForVisitor of={reading} /> : <ForPreview of={reading} />}
        </section>
      ) : (
        <div className={css.sold}>
          {/* A refused form returns here. */}
          <div className={css.told}>
            <Notices />
          </div>
          <Sold reading={reading} wallet={wallet} chapter={chapter} appUrl={appUrl} />
        </div>
      )}
    </div>
  );
}

function ForVisitor({ of: { number, priceCoins, freeAt } }: { of: ReaderPage }) {
  const t = useTranslations('reader');
  const href = useHrefAndBack();
  return (
    <>
      <h2 id="locked">{t('locked')}</h2>
      <p>
        {t('lockedText', { number, count: priceCoins })}
        {freeAt && ` ${t('lockedUntil', { date: formatDate(freeAt) })}`}
      </p>
      <LinkButton kind="ink" big href={href('/sign_in')}>
        {t('signIn')}
      </LinkButton>
    </>
  );
}

function Sold({
  reading,
  wallet,
  chapter,
  appUrl,
}: Pick<LockedProps, 'reading' | 'chapter' | 'appUrl'> & { wallet: NonNullable<LockedProps['wallet']> }) {
  const href = useHref();
  const facts = useEpisodeFacts(reading);
  const { storySlug: slug, number, title, here } = reading;
  return (
    <Island
      name="UnlockDialog"
      component={UnlockDialog}
      props={{
        unlock: {
          episodeId: reading.episodeId,
          number,
          title,
          language: reading.storyLanguage,
          facts: [reading.storyTitle, ...(here ? facts.of(here) : [])],
          thumbnailUrl: here?.thumbnail?.url ?? null,
          priceCoins: reading.priceCoins,
          balanceCoins: wallet.balance,
          debtCoins: wallet.debt,
          freeAt: reading.freeAt?.toISOString() ?? null,
          readHref: href(
            address('/stories/@slug/@number', { slug, number }, { query: { chapter, unlocked: 1 } }),
          ),
          page: address('/stories/@slug/@number', { slug, number }, { query: { chapter } }),
          appUrl,
        },
        storyHref: href(placeInList(slug, number)),
      }}
    />
  );
}

function ForPreview({ of: { number, priceCoins } }: { of: ReaderPage }) {
  const t = useTranslations('reader');
  return (
    <>
      <h2 id="locked">{t('lockedPrice', { number, count: priceCoins })}</h2>
      <p>{t('lockedApp', { product: product.name })}</p>
    </>
  );
}
