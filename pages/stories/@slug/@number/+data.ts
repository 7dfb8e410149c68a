import { localizedPath } from '#locales/index.ts';
import { translator } from '#locales/messages.ts';
import { houseAds } from '#server/domains/ads/house.ts';
import { showsSlots } from '#server/domains/ads/rules.ts';
import { findNearest } from '#server/domains/reading/facts.ts';
import { findReaderPage, type ReaderPage } from '#server/domains/reading/queries-reader.ts';
import { findSimilar } from '#server/domains/reading/queries-similar.ts';
import { earliest, endOfDay, hundredOf } from '#server/domains/reading/rules.ts';
import { findBalance } from '#server/domains/wallet/queries.ts';
import { notFound } from '#server/lib/errors.ts';
import { address } from '../../../addresses.ts';
import { elsewhere, moved, pageData } from '../../../layout/data.ts';
import type { PageRequest } from '../../../layout/types.ts';
import { panelAddress } from '../../panels/usePanelHref.ts';
import { inPreview } from '../../preview.ts';
import { stageRoot } from '../../stage/anchors.ts';
import { firstPicture } from '../../stage/sizes.ts';
import { numberIn } from '../address.ts';

export const data = pageData(async (request) => {
  const { deps, locale, country, preview, reader, params, query } = request;
  // The same page with all panels in it, for whoever opens one.
  const hasPanels = query.get('panels') !== null;
  const number = numberIn(params.number);
  if (number === undefined) throw notFound('not_found');
  const wished = numberIn(query.get('episodes'));
  const reading = await findReaderPage(deps, params.slug ?? '', number, {
    country,
    preview,
    reader,
    list: hasPanels ? { number: wished ?? number } : undefined,
  });
  if ('movedTo' in reading)
    throw moved(
      request,
      inPreview(address('/stories/@slug/@number', { slug: reading.movedTo, number }), preview),
    );
  const { storyId, storySlug: slug } = reading;
  const jumpTo = numberIn(query.get('episode'));
  if (jumpTo !== undefined) {
    const nearest = await findNearest(deps, { storyId, number: jumpTo, at: preview?.at });
    const target = address('/stories/@slug/@number', { slug, number: nearest ?? number });
    throw elsewhere(request, inPreview(target, preview));
  }
  // One address for each part of the list, so that made-up ones fill no cache.
  if (wished !== undefined && (wished !== reading.list?.shown.from || wished === hundredOf(reading.number))) {
    const target = panelAddress(reading, 'episodes', reading.list?.shown.from);
    throw elsewhere(request, inPreview(target, preview));
  }
  const { storyTitle: story, title, description: text, coverUrl } = reading;
  const t = translator(locale, 'reader');
  const isLocked = reading.content.kind === 'locked';
  const isPaid = query.get('unlocked') !== null && reading.hasUnlocked;
  const more = hasPanels && !isLocked && preview === null ? await findMore(request, reading) : null;
  return {
    head: {
      title: t('title', { story, number: reading.number, title }),
      description: t('description', { story, number: reading.number, text }),
      image: coverUrl ?? undefined,
      type: 'article' as const,
      picture: reading.content.kind === 'pages' ? firstPicture(reading.content.pages) : undefined,
      robots: isLocked || hasPanels ? ('noindex' as const) : undefined,
    },
    tags: [
      `story:${reading.storyId}` as const,
      `episode:${reading.episodeId}` as const,
      ...(more?.relatedIds ?? []).map((id) => `story:${id}` as const),
    ],
    geofilters: [...reading.geofilters, ...(more?.geofilters ?? [])],
    validUntil: earliest(reading.nextRelease?.publishAt, more?.validUntil),
    // decisions.md §3: premium and not unlocked.
    status: isLocked ? 402 : undefined,
    root: reading.content.kind === 'pages' ? stageRoot(reading.direction) : undefined,
    /** Of the episode itself, for those whom it is shown to. */
    url: deps.config.BASE_URL + localizedPath(locale, address('/stories/@slug/@number', { slug, number })),
    reading,
    /** What somebody may read next who has come to the end of the story. */
    similar: more?.similar ?? [],
    ...adsOf(request, reading),
    hasPanels,
    /** Of whoever could pay for it, or has done so just now. */
    balanceCoins: reader !== null && (isLocked || isPaid) ? await findBalance(deps, reader) : null,
    isPaid,
    appUrl: deps.config.APP_URL,
    /** Else no worker would do it. */
    canSave: deps.config.SERVICE_WORKER === 'on',
  };
});

const SIMILAR_MAX_COUNT = 3;

/** Null before the last episode. */
async function findMore({ deps, country }: PageRequest, reading: ReaderPage) {
  const { storyId: id, storyLanguage: language, genre, publicationType, next } = reading;
  if (next !== null) return null;
  const now = deps.clock.now();
  const found = await findSimilar(deps, { id, language, genre, publicationType }, { country, now });
  const similar = found.similar.slice(0, SIMILAR_MAX_COUNT);
  return { ...found, similar, validUntil: similar.some(({ fresh }) => fresh) ? endOfDay(now) : undefined };
}

/** What stands between the pages; nothing where there are no slots. */
function adsOf({ deps: { config }, locale, preview }: PageRequest, reading: ReaderPage) {
  const { priceCoins, hasUnlocked, isForTeam: isTeam } = reading;
  const isShown = showsSlots({ priceCoins, hasUnlocked, isTeam, isPreview: preview !== null });
  if (!isShown || reading.content.kind !== 'pages')
    return { ads: [], adFrameUrl: undefined, frameOrigins: [] };
  const { AD_FRAME_URL: adFrameUrl } = config;
  return {
    ads: houseAds(config, locale),
    adFrameUrl,
    frameOrigins: adFrameUrl === undefined ? [] : [new URL(adFrameUrl).origin],
  };
}

export type Data = Awaited<ReturnType<typeof data>>;
