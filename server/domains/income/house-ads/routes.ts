import type { Deps } from '../../../deps.ts';
import { LOCALES } from '../../../lib/locale.ts';
import { defineRoutes } from '../../../lib/mount.ts';
import { houseAdsContract } from './contract.ts';
import { findHouseAd, listHouseAds } from './queries.ts';
import type { HouseAdFields } from './rules.ts';
import { addHouseAd, changeHouseAd, deleteHouseAd, fillHouseAds } from './service.ts';

type Sent = Partial<Record<`${'title' | 'text'}_${string}`, string>> & {
  link?: string;
  look?: HouseAdFields['look'];
  target?: HouseAdFields['target'];
  weight?: number;
  starts_on?: string | null;
  ends_on?: string | null;
  daily_max_count?: number | null;
  genres?: string[];
  subscriptions_below?: number | null;
  paused?: boolean;
};

type Fields = Omit<HouseAdFields, 'storyId'>;

/** Converts sent fields to our names. Fields that were not sent stay absent. */
function fieldsOf(sent: Sent): Partial<Fields> {
  const { link, look, target, weight, genres, paused } = sent;
  const given = {
    look,
    target,
    weight,
    genres,
    paused,
    link: link?.trim(),
    startsOn: sent.starts_on,
    endsOn: sent.ends_on,
    dailyMaxCount: sent.daily_max_count,
    subscriptionsBelow: sent.subscriptions_below,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Replaces the languages that were sent. Removes a language when both its texts are empty. */
function textsOf(sent: Sent, before: HouseAdFields['texts'] = {}): HouseAdFields['texts'] {
  return Object.fromEntries(
    LOCALES.flatMap((locale) => {
      const title = (sent[`title_${locale}`] ?? before[locale]?.title ?? '').trim();
      const text = (sent[`text_${locale}`] ?? before[locale]?.text ?? '').trim();
      return title === '' && text === '' ? [] : [[locale, { title, text }]];
    }),
  );
}

const NOTHING = {
  startsOn: null,
  endsOn: null,
  dailyMaxCount: null,
  genres: [],
  subscriptionsBelow: null,
  paused: false,
} satisfies Partial<Fields>;

export const houseAdsRoutes = defineRoutes<typeof houseAdsContract, Deps>(houseAdsContract, {
  'GET /admin/ads': async ({ deps, query: { page = 1, per_page = 24 } }) => {
    await fillHouseAds(deps);
    return { ...(await listHouseAds(deps, { page, perPage: per_page })), page, per_page };
  },
  'POST /admin/ads': async ({ deps, viewer, body, request, reply }) => {
    const { look, target, weight, link } = body;
    const ad = { ...NOTHING, look, target, weight, link, ...fieldsOf(body), texts: textsOf(body) };
    reply.code(201);
    const id = await addHouseAd(deps, viewer.id, ad);
    return { ad: await findHouseAd(deps, id), message: request.translate('ad_added') };
  },
  'PATCH /admin/ads/:id': async ({ deps, viewer, params, body, request }) => {
    const seen = body.seen ?? body.lock_version?.toString();
    await changeHouseAd(deps, viewer.id, params.id, {
      ...fieldsOf(body),
      textsOf: (before) => textsOf(body, before),
      seen,
    });
    return { ad: await findHouseAd(deps, params.id), message: request.translate('ad_changed') };
  },
  'DELETE /admin/ads/:id': async ({ deps, viewer, params, request }) => {
    await deleteHouseAd(deps, viewer.id, params.id);
    return { message: request.translate('ad_deleted') };
  },
});
