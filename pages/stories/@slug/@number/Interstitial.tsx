import { useHref, useLocale, useTranslations } from '#locales/react.tsx';
import type { ShownAd } from '#server/domains/income/interstitials/queries.ts';
import { asksReader, isSlot, pickOf } from '#server/domains/income/interstitials/rules.ts';
import type { Genre } from '#server/domains/publishing/stories/rules.ts';
import { product } from '#server/lib/product.ts';
import { type Address, address } from '../../../addresses.ts';
import { classes } from '../../../ui/classes.ts';
import { HouseAd } from '../../../ui/HouseAd.tsx';
import css from './Interstitial.module.css';

export type InterstitialProps = {
  /** Number of the page or section before it: 4, 8, 12 … */
  slot: number;
  /** All candidates. The choice among them is the same for all readers. */
  ads: readonly ShownAd[];
  episodeId: string;
  /** The first slot contains the candidates for all slots. */
  isFirst: boolean;
  author: string;
  /** The ad server's page, shown with the reader's consent (`islands/income/interstitials.ts`). */
  frameUrl?: string | undefined;
  onHref?: string;
};

export const slotAfter = (number: number, total: number): number | null =>
  isSlot(number, total) ? number : null;

/** Ad between two pages or sections, of fixed size (ADS-02). One press leads to the next page. */
export function Interstitial({ slot, ads, episodeId, isFirst, author, frameUrl, onHref }: InterstitialProps) {
  const t = useTranslations('ads');
  const href = useHref();
  const ad = pickOf(ads, slot, episodeId);
  if (ad === undefined) return null;
  const isLeavable = ads.some(({ storyId }) => storyId !== null);
  return (
    // Not an aside: one landmark per slot would be too many.
    <figure
      className={css.slot}
      id={`ad-${slot}`}
      aria-label={t('label')}
      data-slot={slot}
      data-frame={frameUrl}
      data-ad={ad.id}
    >
      {isFirst && <Offers ads={ads} />}
      <p className={css.label} data-label="">
        {t('labelOurs', { product: product.name })}
      </p>
      <div className={classes(css.box, isLeavable && css.leavable)} data-box="">
        <House ad={ad} />
      </div>
      <p className={css.note}>
        <span>{t('pays', { author })}</span>{' '}
        <a className={css.on} href={onHref ?? `#p${slot + 1}`}>
          {onHref === undefined ? t('next', { number: slot + 1 }) : t('onward')}
        </a>
      </p>
      <details className={css.why}>
        <summary>{t('why')}</summary>
        <ul>
          <li>{onHref === undefined ? t('whyOften') : t('whyOftenText')}</li>
          <li data-ours="">{t('whyOurs')}</li>
          <Reason ad={ad} />
        </ul>
        {(isLeavable || frameUrl !== undefined) && (
          <p className={css.actions}>
            {isLeavable && <Again ad={ad} />}
            {frameUrl !== undefined && <a href={href(address('/cookies'))}>{t('settings')}</a>}
          </p>
        )}
      </details>
    </figure>
  );
}

function House({ ad: { look, title, text, link, story } }: { ad: ShownAd }) {
  const href = useHref();
  const isOurs = link.startsWith('/');
  const to = isOurs ? href(link as Address) : link;
  const words = { look, title, text, story };
  return <HouseAd {...words} href={to} isElsewhere={!isOurs} />;
}

function Reason({ ad: { target, genres, subscriptionsBelow, dailyMaxCount } }: { ad: ShownAd }) {
  const t = useTranslations('ads');
  const names = useTranslations('genres');
  const list = new Intl.ListFormat(useLocale(), { type: 'disjunction' });
  return (
    <li data-ours="" data-why="">
      {target === 'genres'
        ? t('forGenres', { genres: list.format(genres.map((genre) => names(genre as Genre))) })
        : t(`for.${target}`, { count: subscriptionsBelow ?? 0 })}
      {dailyMaxCount !== null && ` ${t('whyDaily', { count: dailyMaxCount })}`}
    </li>
  );
}

/** Lets readers reject a story. This browser remembers it, so a script is needed. */
function Again({ ad: { storyId } }: { ad: ShownAd }) {
  const t = useTranslations('ads');
  return (
    <span data-ours="" data-again={t('notAgainSaid')}>
      {storyId !== null && (
        <button type="button" className={css.again} data-unwanted={storyId} hidden>
          {t('notAgain')}
        </button>
      )}
    </span>
  );
}

const withoutNulls = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

/** Candidates that a script may show instead of the shared one (`islands/income/interstitials.ts`). */
function Offers({ ads }: { ads: readonly ShownAd[] }) {
  const isAsked = ({ target, dailyMaxCount, endsOn, storyId }: ShownAd) =>
    asksReader(target) || dailyMaxCount !== null || endsOn !== null || storyId !== null;
  if (!ads.some(isAsked)) return null;
  return ads.map((ad) => {
    const { id, weight, target, subscriptionsBelow, dailyMaxCount, endsOn, storyId } = ad;
    // Omits null fields, since every page with slots contains these.
    const asked = { id, subscriptionsBelow, dailyMaxCount, endsOn, storyId };
    const offer = { weight, target, ...withoutNulls(asked) };
    return (
      <template key={id ?? ad.link} data-offer={JSON.stringify(offer)}>
        <House ad={ad} />
        <Reason ad={ad} />
        {storyId !== null && <Again ad={ad} />}
      </template>
    );
  });
}
