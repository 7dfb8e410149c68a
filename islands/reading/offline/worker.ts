/**
 * The service worker. Pages come from the network, always; what was saved, and the list of it, come from the device when the network
 * does not answer. Files have the hash of their content in their names, so none can be taken for one of another release.
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

/** A line that does not answer in time is none, for who has the page on the device. */
const PATIENCE_SECONDS = 5;

type Known = {
  byAddress: Map<string, SavedEpisode>;
  /** The cache in which a file or a picture lies. */
  places: Map<string, string>;
};

let known: Known | null = null;
let reading: Promise<Known> | null = null;

async function look(): Promise<Known> {
  const [shelf, episodes, shell] = await Promise.all([readShelf(), readEpisodes(), shellPaths()]);
  const places = new Map<string, string>();
  for (const episode of episodes) {
    const { id, files, pages, thumbnail } = episode;
    // The picture of the list stays, whatever becomes of the pages.
    const shown = isReadable(episode, shelf) ? [...files, ...pages.flat()] : [];
    for (const path of [...shown, thumbnail && pictureKey(thumbnail)])
      if (path) places.set(path, savedCache(id));
  }
  for (const path of shell) places.set(path, shellCache(BUILD));
  const byAddress = new Map(episodes.map((episode) => [pageOf(episode.address), episode]));
  return { byAddress, places };
}

/** The same in every language: whoever has it in one is shown that one. */
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

/** A saved page says that it is one, and how much of it is here: its script draws the rest. */
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
  // The panels that a script asks for stand in the first chapter's page.
  const isForPanels = request.mode !== 'navigate' && searchParams.has('panels');
  const chapter = isForPanels ? 1 : Number(searchParams.get('chapter') ?? 1);
  // As it is now: somebody may have logged out a moment ago.
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

/** What is no page of ours answers for itself. */
const NO_PAGE = /^\/(?:api|media|assets|docs|dev|healthz|readyz|metrics)(?:\/|$)/;
/** A reader's page, asked for by the script of another or for its panels. */
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

/** Of what lies here nothing is asked; while that is being read, whoever asks waits. */
registerRoute(
  ({ url, request, sameOrigin }: Asked) =>
    sameOrigin &&
    request.mode !== 'navigate' &&
    /^\/(?:media|assets)\/|^\/[\w-]+\.(?:svg|png|webmanifest)$/.test(url.pathname) &&
    (known?.places.has(keyOf(url)) ?? true),
  async ({ url, request }) => (await findKept(keyOf(url))) ?? fetch(request),
);

scope.addEventListener('install', (event) => event.waitUntil(keepShell()));

// No page of an old release is open any more: the browser waits for that.
scope.addEventListener('activate', (event) => event.waitUntil(Promise.all([dropOldShells(), settleSaved()])));
enableNavigationPreload();

/** A log-out locks at once, whatever becomes of the page that it leads to. */
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
