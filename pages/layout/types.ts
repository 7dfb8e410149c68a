/** What a page gets from the server, and what its data hands to the frame around it. */
import type { PublicFacts } from '../../server/cache/public-page.ts';
import type { PurgeTag } from '../../server/cache/purge.ts';
import type { Deps } from '../../server/deps.ts';
import type { GeofilterFacts } from '../../server/domains/publishing/countries/rules.ts';
import type { Preview } from '../../server/domains/reading/reader/preview.ts';
import type { Locale } from '../../server/lib/locale.ts';
import type { Viewer } from '../../server/lib/viewer.ts';
import type { Address } from '../addresses.ts';
import type { EarlyPicture } from '../ui/sources.ts';
import type { StoryColour } from '../ui/storyColour.ts';
import type { LinkedData } from './linkedData.ts';

/** What makes a page the same for everyone with this locale and country, so that it is cached; false: made for each request. */
export type Publicity = PublicFacts | false;

/** `site`: header and footer. `console`, `administration`: side menu. `bare`: nothing around it (readers, sign-in). */
export type LayoutName = 'site' | 'console' | 'administration' | 'bare';

/** `address` is a path or a whole address; `alt` says what is to be seen. */
export type HeadImage = { address: string; width: number; height: number; alt: string };

/** What search engines and link previews read. */
export type Head = {
  /** Without the product's name, which the frame adds. */
  title: string;
  description?: string;
  /** Stands where a link to the page is shared; default: that of the house. */
  image?: HeadImage | undefined;
  /** Path without locale prefix; default: the path asked for, without its query. */
  canonicalPath?: string;
  /** Default: `index`; private and error pages are `noindex` always. */
  robots?: 'index' | 'noindex';
  type?: 'website' | 'book' | 'article' | 'profile';
  /** Its text is set as the reader has chosen for novels, before anything is drawn. */
  isNovel?: boolean;
  /** What stands on the page, for machines. Nothing is told of a page that is not indexed. */
  linkedData?: readonly LinkedData[] | undefined;
  /** The Atom feed of what stands on the page. */
  feed?: { title: string; path: Address };
  /** What the first screen is about: asked for before styles and scripts are read. */
  picture?: EarlyPicture;
};

export type PageData = {
  head: Head;
  /** The story whose colour the frame takes; `flood` floods the header with it. */
  story?: StoryColour & { flood?: boolean };
  /** What makes the cached page stale. */
  tags?: PurgeTag[];
  /** What the page says ceases to be true at this moment. */
  validUntil?: Date;
  /**
   * On a public page that asks for the country: the filters of all stories that decided what stands on it, of those left
   * out too. Without them every country gets a rendering of its own.
   */
  geofilters?: readonly GeofilterFacts[];
  /** Origins of scripts that this page alone loads from elsewhere; the policy of all other pages knows only our own. */
  scriptOrigins?: string[];
  /** The same of pages from elsewhere that this one shows in a frame. */
  frameOrigins?: string[];
  /** The same of services that its scripts send files to. */
  connectOrigins?: string[];
  /** Attributes of the document itself, by which its styles know what the whole page is like. */
  root?: Readonly<Record<string, string>>;
  /** Other status than 200 for a page that is no error page. */
  status?: number;
};

/** The browser that asks for a private page: what it brings, and how it is signed in before the page goes out. */
export type PageBrowser = {
  cookies: Readonly<Record<string, string | undefined>>;
  userAgent: string;
  address: string;
  /** Clears the cookies of a session that no longer holds, and answers why; null when it brought none. */
  endSession(): Promise<'locked' | 'over' | null>;
  signIn(session: { token: string; publisher: boolean; dateOfBirth: string }): void;
  /** Keeps the ticket of a sign-in that waits for its second factor. */
  keepTicket(ticket: string): void;
  /** Keeps a choice of how to see a page for a year. */
  remember(name: string, choice: string): void;
};

/** What `+data.ts` gets. A public page that reads `viewer` or `browser` fails: what belongs to one user is an island's business. */
export type PageRequest = {
  deps: Deps;
  viewer: Viewer | null;
  locale: Locale;
  /** ISO 3166-1 alpha-2, or null when unknown. In a preview that of its reader. */
  country: string | null;
  /** On pages of a story: as whom a member of its team sees it. Nothing else of that member enters the page. */
  preview: Preview | null;
  /** On a public page that is made for one alone: who that is. */
  reader: Viewer | null;
  /** The network address that asks for a page of its own, which counts what it asks for; null where a page is made for all. */
  caller: string | null;
  params: Record<string, string>;
  /** On a public page with the listed parameters alone; it fails when it reads another. */
  query: URLSearchParams;
  /** Without locale prefix and query. */
  path: string;
  /** Null where a page is made for all. */
  browser: PageBrowser | null;
  /** What a call has answered to a form that the page is to show again (`shown` in its contract). */
  answer: unknown;
};

/** What onRenderHtml needs beyond Vike's own context; server/rendering/plugin.ts passes it to renderPage. */
export type PageInit = {
  deps: Deps;
  /** Told from the address once, by the server: an error page is rendered without routing. */
  locale: Locale;
  /** Path and query without locale prefix. */
  logicalUrl: string;
  viewer: Viewer | null;
  browser: PageBrowser | null;
  country: string | null;
  /** Told by the page: what it wanted to know. */
  asked: { country: boolean; preview: Preview | null };
  /** Fresh for every streamed page; null when the page is rendered to completion for everyone. */
  nonce: string | null;
  /** Crawlers get the whole page at once. */
  complete: boolean;
  /** Aborts when the reader has gone; null for a page that is made for everyone. */
  signal: AbortSignal | null;
  /** How the drawing of a known page ended: Vike goes on from there, to a redirect or to the error page. */
  failed?: unknown;
  /** Drawn before anybody asked, for whoever opens a page or sends a form, wherever that is. */
  ahead?: 'opened' | 'sent';
  answer?: unknown;
};

/** A page with all that decides how it looks. */
export type DrawnPage = PageInit & {
  urlOriginal: string;
  Page: unknown;
  config: { public?: Publicity; layout?: LayoutName };
  routeParams: Record<string, string>;
  data?: unknown;
  globalContext: { assetsManifest?: unknown };
};

/** A page that Vike has found once: enough to draw it again without asking Vike. */
export type KnownPage = Pick<DrawnPage, 'Page'> & {
  config: DrawnPage['config'] & {
    data?: (page: DrawnPage) => Promise<PageData> | PageData;
    drawWhole: (page: DrawnPage) => Promise<{ attributes: string; head: string; body: string }>;
  };
};

declare global {
  namespace Vike {
    interface PageContextServer extends PageInit {}
    interface Config {
      public?: Publicity;
      layout?: LayoutName;
    }
    interface ConfigResolved {
      public?: Publicity;
      layout?: LayoutName;
    }
  }
}
