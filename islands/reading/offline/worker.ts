/**
 * The service worker. Pages come from the network. Saved pages and their list come from the device when the network
 * does not answer. File names contain a content hash, so files of two releases never mix.
 */
import { enable as enableNavigationPreload } from 'workbox-navigation-preload';
import { registerRoute } from 'workbox-routing';
import { NetworkOnly } from 'workbox-strategies';
import { localizedPath, splitLocale } from '../../../locales/index.ts';
import {
  CHANNEL,
  chapterAddress,
  OFFLINE_PATH,
  type Order,
  pictureKey,
  savedCache,
  shellCache,
} from './addresses.ts';
import { closeAll, closeRead, openPush, renew, setOwner, showPush } from './pushed.ts';
import { isReadable, type SavedEpisode } from './rules.ts';
import { deleteEpisode, storeEpisode } from './saving.ts';
import { scope } from './scope.ts';
import { readEpisodes, readShelf, tellChange, writeShelf } from './shelf.ts';
import { dropOldShells, keepShell, shellPage, shellPaths } from './shell.ts';
import { noteRead, resume, setAccount, settleSaved } from './tidy.ts';

/** A slow connection counts as offline when the page is on the device. */
const PATIENCE_SECONDS = 5;

type Known = {
  byAddress: Map<string, SavedEpisode>;
  places: Map<string, string>;
};

let known: Known | null = null;
let reading: Promise<Known> | null = null;

async function look(): Promise<Known> {
  const [shelf, episodes, shell] = await Promise.all([readShelf(), readEpisodes(), shellPaths()]);
  const places = new Map<string, string>();
  for (const episode of episodes) {
    const { id, files, pages, thumbnail } = episode;
    // The list's picture stays, whatever happens to the pages.
    const shown = isReadable(episode, shelf) ? [...files, ...pages.flat()] : [];
    for (const path of [...shown, thumbnail && pictureKey(thumbnail)])
      if (path) places.set(path, savedCache(id));
  }
  for (const path of shell) places.set(path, shellCache(BUILD));
  const byAddress = new Map(episodes.map((episode) => [pageOf(episode.address), episode]));
  return { byAddress, places };
}

/** The same in every language: a page saved in one language is shown for all. */
const pageOf = (path: string): string => splitLocale(path).path;

function refresh(): Promise<Known> {
  const now = look();
  reading = now;
  void now.then((found) => {
    if (reading === now) known = found;
  });
  return now;
}
const whatIsKnown = (): Promise<Known> => reading ?? refresh();

const told = new BroadcastChannel(CHANNEL);
told.onmessage = () => void refresh();
void refresh();

async function findKept(path: string): Promise<Response | undefined> {
  const { places } = await whatIsKnown();
  const name = places.get(path);
  return name === undefined ? undefined : (await caches.open(name)).match(path);
}

/** Marks a page as saved, with the number of saved items. Its script draws the rest. */
async function savedPage(
  { id, address, kept, items }: SavedEpisode,
  chapter: number,
): Promise<Response | undefined> {
  const page = await (await caches.open(savedCache(id))).match(chapterAddress(address, chapter));
  if (!page) return undefined;
  const html = (await page.text()).replace('<html ', `<html data-offline="${kept}/${items}" `);
  return new Response(html, { headers: page.headers });
}

async function pageWithoutLine(request: Request): Promise<Response | undefined> {
  const { pathname, searchParams } = new URL(request.url);
  const { locale, path } = splitLocale(pathname);
  // The panels are in the page of the first chapter.
  const isForPanels = request.mode !== 'navigate' && searchParams.has('panels');
  const chapter = isForPanels ? 1 : Number(searchParams.get('chapter') ?? 1);
  // Reads the current state: somebody may have signed out a moment ago.
  const [shelf, episodes] = await Promise.all([readShelf(), readEpisodes()]);
  const episode = episodes.find(({ address }) => pageOf(address) === path);
  if (episode && isReadable(episode, shelf)) {
    await noteRead(episode.id);
    const page = await savedPage(episode, chapter);
    if (page) return page;
  }
  if (episode) return Response.redirect(localizedPath(locale, OFFLINE_PATH), 302);
  const shell = await shellPage(locale);
  if (!shell || path === OFFLINE_PATH) return shell;
  return new Response(await shell.blob(), { status: 503, headers: shell.headers });
}

const plugins = [{ handlerDidError: async ({ request }: { request: Request }) => pageWithoutLine(request) }];
const fromNetwork = new NetworkOnly({ plugins });
const fromNetworkInTime = new NetworkOnly({ plugins, networkTimeoutSeconds: PATIENCE_SECONDS });

/** Paths that are not pages of ours. */
const NO_PAGE = /^\/(?:api|media|assets|docs|dev|healthz|readyz|metrics)(?:\/|$)/;
/** A reader's page, which a script may fetch for another episode or for panels. */
const isReader = (url: URL): boolean => /\/stories\/[\w-]+\/\d+$/.test(url.pathname);

type Asked = { url: URL; request: Request; sameOrigin: boolean };

registerRoute(
  ({ url, request, sameOrigin }: Asked) =>
    sameOrigin &&
    !NO_PAGE.test(url.pathname) &&
    (request.mode === 'navigate' || (isReader(url) && (known?.byAddress.has(pageOf(url.pathname)) ?? true))),
  async (asked) => {
    const episode = (await whatIsKnown()).byAddress.get(pageOf(asked.url.pathname));
    if (episode) await noteRead(episode.id);
    return (episode ? fromNetworkInTime : fromNetwork).handle(asked);
  },
);

const keyOf = (url: URL): string => pictureKey(url.pathname) ?? url.pathname;

/** Saved files are never requested. While storage is being read, requests wait. */
registerRoute(
  ({ url, request, sameOrigin }: Asked) =>
    sameOrigin &&
    request.mode !== 'navigate' &&
    /^\/(?:media|assets)\/|^\/[\w-]+\.(?:svg|png|webmanifest)$/.test(url.pathname) &&
    (known?.places.has(keyOf(url)) ?? true),
  async ({ url, request }) => (await findKept(keyOf(url))) ?? fetch(request),
);

scope.addEventListener('install', (event) => event.waitUntil(keepShell()));

// The browser waits until no page of an old release is open.
scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([dropOldShells(), settleSaved()])));
enableNavigationPreload();

/** A sign-out locks episodes at once, whatever happens to the page after it. */
scope.addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const { pathname, search } = new URL(url);
  if (pathname !== '/api/auth/session') return;
  if (method === 'DELETE' || (method === 'POST' && /\bDELETE\b/.test(search)))
    event.waitUntil(Promise.all([setAccount(null), closeAll()]));
});

scope.addEventListener('push', (event) => event.waitUntil(showPush(event.data)));
scope.addEventListener('notificationclick', (event) => event.waitUntil(openPush(event.notification)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(null)));

async function obey(order: Order): Promise<unknown> {
  switch (order.type) {
    case 'save':
      return storeEpisode(order);
    case 'remove':
      return deleteEpisode(order.episodeId);
    case 'account': {
      const { account } = await readShelf();
      await setAccount(order.account);
      if (order.account === account) return;
      return order.account === null ? closeAll() : renew(order.account);
    }
    case 'pushed':
      return setOwner(order.account, order.installed);
    case 'read':
      return closeRead(order.ids, order.installed);
    case 'limit':
      await writeShelf({ ...(await readShelf()), limitBytes: order.bytes });
      return tellChange();
    case 'tidy':
      await settleSaved();
      return resume();
  }
}

scope.addEventListener('message', (event) => event.waitUntil(obey(event.data as Order)));
