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
  /** The number of the page or section before it, by which it is counted: 4, 8, 12 … */
  slot: number;
  /** All that may be shown here; which of them it is, all readers share. */
  ads: readonly ShownAd[];
  episodeId: string;
  /** The first one of the page brings along what may stand in any of them. */
  isFirst: boolean;
  /** Who earns by it. */
  author: string;
  /** The ad server's page, which stands here for whoever agreed to that (`islands/income/interstitials.ts`). */
  frameUrl?: string | undefined;
  /** Between sections of a chapter: where it goes on. */
  onHref?: string;
};

/** The slot that stands after this page of so many, if any. */
export const slotAfter = (number: number, total: number): number | null =>
  isSlot(number, total) ? number : null;

/** Between two pages or sections, of one size whatever stands in it (ADS-02). The page after it is one press away. */
export function Interstitial({ slot, ads, episodeId, isFirst, author, frameUrl, onHref }: InterstitialProps) {
  const t = useTranslations('ads');
  const href = useHref();
  const ad = pickOf(ads, slot, episodeId);
  if (ad === undefined) return null;
  // Only what is about a story can be sent away.
  const isLeavable = ads.some(({ storyId }) => storyId !== null);
  return (
    // No aside: as many landmarks as an episode has slots would lead nowhere.
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
          <p className={css.deeds}>
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

/** Why it stands here, whoever reads it: for whom it is meant, and what is known for it. */
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

/** Whoever does not want to see a story again says so to this browser; a script alone can keep that. */
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

/** What may take the place of the one that all share, for a script to take out (`islands/income/interstitials.ts`). */
function Offers({ ads }: { ads: readonly ShownAd[] }) {
  const isAsked = ({ target, dailyMaxCount, endsOn, storyId }: ShownAd) =>
    asksReader(target) || dailyMaxCount !== null || endsOn !== null || storyId !== null;
  if (!ads.some(isAsked)) return null;
  return ads.map((ad) => {
    const { id, weight, target, subscriptionsBelow, dailyMaxCount, endsOn, storyId } = ad;
    // What it does not ask for is left out: each of them stands in every page that has slots.
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
