/** Our own advertisements: those of the configuration, else a few about ourselves. None has a picture from elsewhere. */
import { translator } from '../../../locales/messages.ts';
import type { Config } from '../../config/config.ts';
import type { HouseAdLook } from '../../config/house-ads.ts';
import type { Locale } from '../../lib/locale.ts';
import { product } from '../../lib/product.ts';

export type HouseAd = {
  look: HouseAdLook;
  title: string;
  text: string;
  /** A path of ours without language prefix, or an https address. */
  link: string;
};

/** In the order in which an episode shows them. */
export function houseAds(config: Pick<Config, 'houseAds' | 'hasApp'>, locale: Locale): HouseAd[] {
  if (config.houseAds !== null)
    return config.houseAds.map(({ look, link, texts }) => ({ look, link, ...texts[locale] }));
  const t = translator(locale, 'ads');
  const app: HouseAd[] = config.hasApp
    ? [{ look: 'paper', title: t('appTitle'), text: t('appText'), link: '/app' }]
    : [];
  return [
    {
      look: 'seal',
      title: t('drawTitle'),
      text: t('drawText', { product: product.name }),
      link: '/creator/stories/new',
    },
    ...app,
    { look: 'ink', title: t('weekTitle'), text: t('weekText'), link: '/#calendar' },
  ];
}
