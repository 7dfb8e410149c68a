/** Our own advertisements before anybody has changed them: those of the configuration, else a few about ourselves. */
import { translator } from '#locales/messages.ts';
import type { Config } from '../../../config/config.ts';
import { LOCALES, type Locale } from '../../../lib/locale.ts';
import { product } from '../../../lib/product.ts';
import type { HouseAdFields } from './rules.ts';

type First = Pick<HouseAdFields, 'look' | 'texts' | 'link'> & Partial<HouseAdFields>;

const always = {
  storyId: null,
  startsOn: null,
  endsOn: null,
  weight: 30,
  dailyMaxCount: null,
  target: 'all',
  genres: [],
  subscriptionsBelow: null,
  paused: false,
} as const satisfies Partial<HouseAdFields>;

export function firstAds(config: Pick<Config, 'houseAds' | 'hasApp'>): HouseAdFields[] {
  const first: First[] = config.houseAds?.map((ad) => ({ ...ad, texts: { ...ad.texts } })) ?? [
    {
      look: 'seal',
      link: '/creator/stories/new',
      target: 'unpublished',
      texts: inAll((t) => ({ title: t('drawTitle'), text: t('drawText', { product: product.name }) })),
    },
    ...(config.hasApp
      ? [
          {
            look: 'paper',
            link: '/app',
            target: 'without_app',
            texts: inAll((t) => ({ title: t('appTitle'), text: t('appText') })),
          } as const,
        ]
      : []),
    {
      look: 'ink',
      link: '/#calendar',
      texts: inAll((t) => ({ title: t('weekTitle'), text: t('weekText') })),
    },
  ];
  return first.map((ad) => ({ ...always, genres: [], ...ad }));
}

type Words = { title: string; text: string };
const wordsOf = (locale: Locale) => translator(locale, 'ads');

const inAll = (write: (t: ReturnType<typeof wordsOf>) => Words): Record<string, Words> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, write(wordsOf(locale))]));
