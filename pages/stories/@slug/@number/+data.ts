import { type Locale, localizedPath } from '#locales/index.ts';
import { translator } from '#locales/messages.ts';
import { findWallet } from '#server/domains/coins/wallet/queries.ts';
import { findOffers } from '#server/domains/income/interstitials/queries.ts';
import { showsSlots, slotsOf } from '#server/domains/income/interstitials/rules.ts';
import { findJump } from '#server/domains/reading/reader/jump.ts';
import { findReaderPage, type ReaderPage } from '#server/domains/reading/reader/queries-reader.ts';
import { findSimilar } from '#server/domains/reading/reader/queries-similar.ts';
import { earliest, endOfDay, hundredOf } from '#server/domains/reading/reader/rules.ts';
import { findInBook } from '#server/domains/reading/reader/search.ts';
import { notFound } from '#server/lib/errors.ts';
import { address } from '../../../addresses.ts';
import { appHref } from '../../../app/link.ts';
import { elsewhere, moved, pageData } from '../../../layout/data.ts';
import { type EpisodeFacts, episodeData, urlMaker } from '../../../layout/linkedData.ts';
import type { PageRequest } from '../../../layout/types.ts';
import { panelAddress } from '../../panels/usePanelHref.ts';
import { inPreview } from '../../preview.ts';
import { stageRoot } from '../../stage/anchors.ts';
import { firstPicture } from '../../stage/sizes.ts';
import { chapterAddress, episodeAddress, numberIn } from '../address.ts';
import { filled } from './filled.ts';
import { slotsIn } from './parts.ts';

export const data = pageData(async (request) => {
  const { deps, locale, country, preview, reader, params, query } = request;
  // The same page with all panels, loaded when a reader opens one.
  const hasPanels = query.get('panels') !== null || query.get('search') !== null;
  const number = numberIn(params.number);
  if (number === undefined) throw notFound('not_found');
  const [wished, jumpTo] = [numberIn(query.get('episodes')), numberIn(query.get('episode'))];
  if (jumpTo !== undefined) {
    const found = await findJump(deps, params.slug ?? '', { number: jumpTo, country, preview });
    throw elsewhere(request, inPreview(address('/stories/@slug/@number', found), preview));
  }
  const wishedChapter = numberIn(query.get('chapter'));
  const reading = await findReaderPage(deps, params.slug ?? '', number, {
    country,
    preview,
    reader,
    list: hasPanels ? { number: wished ?? number } : undefined,
    chapter: wishedChapter,
  });
  if ('movedTo' in reading) {
    const there = episodeAddress({ slug: reading.movedTo, number }, { chapter: wishedChapter });
    throw moved(request, inPreview(there, preview));
  }
  const { storySlug: slug } = reading;
  // One address per part of the list, so that invalid ones do not fill the cache.
  if (wished !== undefined && (wished !== reading.list?.shown.from || wished === hundredOf(reading.number))) {
    const target = panelAddress(reading, 'episodes', reading.list?.shown.from);
    throw elsewhere(request, inPreview(target, preview));
  }
  // The first chapter has the episode's address. Invalid chapters redirect there.
  if (wishedChapter !== undefined && !isChapter(reading, wishedChapter)) {
    const first = episodeAddress({ slug, number }, { panels: hasPanels ? 1 : null, episodes: wished });
    throw elsewhere(request, inPreview(first, preview));
  }
  const { description: text, shared } = reading;
  const isLocked = reading.content.kind === 'locked';
  const found = await findPhrase(request, reading, query.get('search'));
  const urlOf = urlMaker(deps.config.BASE_URL, locale);
  const isPaid = query.get('unlocked') !== null && reading.hasUnlocked;
  const { adsValidUntil, adStoryIds, adGeofilters, ...ads } = await findAds(request, reading);
  const more = hasPanels && !isLocked && preview === null ? await findMore(request, reading) : null;
  return {
    head: {
      title: titleOf(reading, locale),
      description: translator(locale, 'reader')('description', {
        story: reading.storyTitle,
        number: reading.number,
        text,
      }),
      canonicalPath: ownAddress(reading),
      image: shared
        ? { ...shared, alt: translator(locale, 'story')('cover', { title: reading.storyTitle }) }
        : undefined,
      type: 'article' as const,
      isNovel: reading.isNovel,
      linkedData: isLocked ? undefined : episodeData(urlOf, factsOf(reading, deps.config.BASE_URL)),
      picture: reading.content.kind === 'pages' ? firstPicture(reading.content.pages) : undefined,
      robots: isLocked || hasPanels ? ('noindex' as const) : undefined,
    },
    tags: [
      `story:${reading.storyId}` as const,
      `episode:${reading.episodeId}` as const,
      ...(ads.firstSlot !== undefined ? (['ads'] as const) : []),
      ...adStoryIds.map((id) => `story:${id}` as const),
      ...(more?.relatedIds ?? []).map((id) => `story:${id}` as const),
    ],
    geofilters: [...reading.geofilters, ...adGeofilters, ...(more?.geofilters ?? [])],
    validUntil: earliest(
      reading.nextRelease?.publishAt,
      more?.validUntil,
      adsValidUntil,
      ...[reading, reading.previous, reading.next, ...(reading.list?.episodes ?? [])].map(
        (each) => each?.freeAt ?? undefined,
      ),
    ),
    // decisions.md §3: premium and not unlocked.
    status: isLocked ? 402 : undefined,
    root: rootOf(reading),
    url: urlOf(ownAddress(reading)),
    reading: withAddresses(request, reading),
    similar: more?.similar ?? [],
    ...ads,
    hasPanels,
    found,
    sold: {
      /** For readers who could buy the episode, or have just done so. */
      wallet: reader !== null && (isLocked || isPaid) ? await findWallet(deps, reader) : null,
      chapter: wishedChapter,
      appUrl: appHref(deps.config, locale),
    },
    isPaid,
    canSave: deps.config.SERVICE_WORKER === 'on',
  };
});

function withAddresses({ locale, preview }: PageRequest, reading: ReaderPage): ReaderPage {
  const { content, storySlug: slug, number } = reading;
  if (content.kind !== 'chapters') return reading;
  const hrefOf = (chapter: number, place: string | null): string =>
    localizedPath(locale, inPreview(chapterAddress({ slug, number }, chapter, place), preview));
  const tableLabel = translator(locale, 'reader')('table');
  return { ...reading, content: filled(content, content.pictures, { hrefOf, tableLabel }) };
}

/** A locked episode shows no chapters, but after unlocking the reader returns to this one. */
function isChapter({ content, here }: ReaderPage, number: number): boolean {
  if (number < 2) return false;
  if (content.kind === 'locked') return number <= (here?.chaptersCount ?? 0);
  return content.kind === 'chapters' && content.chapter.number === number;
}

function titleOf({ storyTitle: story, number, title, content }: ReaderPage, locale: Locale): string {
  const t = translator(locale, 'reader');
  return content.kind === 'chapters' && content.toc.length > 1
    ? t('chapterTitle', { chapter: content.chapter.title, story, number })
    : t('title', { story, number, title });
}

function rootOf({ content, direction, readMode }: ReaderPage) {
  if (content.kind === 'pages') return stageRoot(direction);
  return content.kind === 'chapters' && readMode === 'page_flip' ? { 'data-moves': 'pages' } : undefined;
}

function factsOf(reading: ReaderPage, baseUrl: string): EpisodeFacts {
  const { storySlug: slug, storyTitle, publicationType, number, title, content, coverUrl, here } = reading;
  const isLater = content.kind === 'chapters' && content.chapter.number > 1;
  return {
    story: { slug, title: storyTitle, publicationType },
    author: reading.author,
    language: reading.storyLanguage,
    number,
    title,
    publishedAt: here?.publishedAt ?? null,
    path: episodeAddress({ slug, number }),
    imageUrl: coverUrl === null ? undefined : baseUrl + coverUrl,
    chapter: isLater ? { ...content.chapter, path: ownAddress(reading) } : null,
  };
}

function ownAddress({ storySlug: slug, number, content }: ReaderPage) {
  const at = content.kind === 'chapters' ? content.chapter.number : 1;
  return episodeAddress({ slug, number }, { chapter: at > 1 ? at : null });
}

/** Searches only text open to readers. Previews do not search. */
async function findPhrase(
  { deps, caller, preview }: PageRequest,
  reading: ReaderPage,
  phrase: string | null,
) {
  const { content, episodeId } = reading;
  if (phrase === null || caller === null || preview !== null || content.kind !== 'chapters') return null;
  return {
    phrase,
    ...(await findInBook(deps, episodeId, { phrase, address: caller, isKept: reading.isKept })),
  };
}

const SIMILAR_MAX_COUNT = 3;

async function findMore({ deps, country }: PageRequest, reading: ReaderPage) {
  const { storyId: id, storyLanguage: language, genre, publicationType, next } = reading;
  if (next !== null) return null;
  const now = deps.clock.now();
  const found = await findSimilar(deps, { id, language, genre, publicationType }, { country, now });
  const similar = found.similar.slice(0, SIMILAR_MAX_COUNT);
  return { ...found, similar, validUntil: similar.some(({ fresh }) => fresh) ? endOfDay(now) : undefined };
}

function slotsOn(content: ReaderPage['content']): number[] {
  if (content.kind === 'pages') return slotsOf(content.pages.length);
  return content.kind === 'chapters' ? slotsIn(content).slots : [];
}

async function findAds({ deps, locale, country, preview }: PageRequest, reading: ReaderPage) {
  const { priceCoins, hasUnlocked, isForTeam: isTeam, episodeId, storyId, genre, isNovel } = reading;
  const isShown = showsSlots({ priceCoins, hasUnlocked, isTeam, isPreview: preview !== null });
  const slots = isShown ? slotsOn(reading.content) : [];
  const [firstSlot] = slots;
  if (firstSlot === undefined)
    return {
      ads: [],
      firstSlot,
      adsValidUntil: undefined,
      adStoryIds: [],
      adGeofilters: [],
      adFrameUrl: undefined,
      frameOrigins: [],
    };
  const { AD_FRAME_URL: adFrameUrl } = deps.config;
  const place = { locale, country, storyId, genre, isNovel };
  const found = await findOffers(deps, { ...place, slots, episodeId });
  return {
    ads: found.offers,
    firstSlot,
    adsValidUntil: found.validUntil,
    adStoryIds: found.storyIds,
    adGeofilters: found.geofilters,
    adFrameUrl,
    frameOrigins: adFrameUrl === undefined ? [] : [new URL(adFrameUrl).origin],
  };
}

export type Data = Awaited<ReturnType<typeof data>>;
