import { useHref, useTranslations } from '#locales/react.tsx';
import type { HouseAd } from '#server/domains/ads/house.ts';
import { isSlot, pickOf } from '#server/domains/ads/rules.ts';
import type { Address } from '../../../addresses.ts';
import { classes } from '../../../ui/classes.ts';
import { Stroke } from '../../../ui/Seal.tsx';
import css from './Interstitial.module.css';

export type InterstitialProps = {
  /** The number of the page or section before it, by which it is counted: 4, 8, 12 … */
  slot: number;
  /** All that are to be shown in turn. */
  ads: readonly HouseAd[];
  /** Who earns by it. */
  author: string;
  /** The ad server's page, which stands here for whoever agreed to that (`islands/slots.ts`). */
  frameUrl?: string | undefined;
  /** Between sections of a chapter: where it goes on. */
  onHref?: string;
};

/** The slot that stands after this page of so many, if any. */
export const slotAfter = (number: number, total: number): number | null =>
  isSlot(number, total) ? number : null;

/** Between two pages or sections, of one size whatever stands in it (ADS-02). The page after it is one press away. */
export function Interstitial({ slot, ads, author, frameUrl, onHref }: InterstitialProps) {
  const t = useTranslations('ads');
  const ad = pickOf(ads, slot);
  if (ad === undefined) return null;
  return (
    <aside
      className={css.slot}
      id={`ad-${slot}`}
      aria-label={t('label')}
      data-slot={slot}
      data-frame={frameUrl}
    >
      <p className={css.label}>{t('label')}</p>
      <div className={css.box} data-box>
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
          <li data-ours>{t('whyOurs')}</li>
        </ul>
      </details>
    </aside>
  );
}

function House({ ad: { look, title, text, link } }: { ad: HouseAd }) {
  const href = useHref();
  const isOurs = link.startsWith('/');
  return (
    <a
      className={classes(css.house, css[look])}
      href={isOurs ? href(link as Address) : link}
      rel={isOurs ? undefined : 'sponsored noopener'}
    >
      <Stroke className={css.mark} />
      <b className={css.title}>{title}</b>
      <span className={css.text}>{text}</span>
    </a>
  );
}
