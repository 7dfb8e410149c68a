import type { PublicFacts } from '../../server/cache/public-page.ts';
import type { Deps } from '../../server/deps.ts';
import type { GeofilterFacts } from '../../server/domains/publishing/countries/rules.ts';
import type { Preview } from '../../server/domains/reading/reader/preview.ts';
import type { Locale } from '../../server/lib/locale.ts';
import type { Viewer } from '../../server/lib/viewer.ts';
import type { PurgeTag } from '../../server/ports.ts';
import type { Address } from '../addresses.ts';
import type { EarlyPicture } from '../ui/sources.ts';
import type { StoryColour } from '../ui/storyColour.ts';
import type { LinkedData } from './linkedData.ts';

/** How a page is cached, the same for everyone with this locale and country. False: rendered per request. */
export type Publicity = PublicFacts | false;

/** `site`: header and footer. `console`, `administration`: side menu. `bare`: nothing (readers, sign-in). */
export type LayoutName = 'site' | 'console' | 'administration' | 'bare';

export type HeadImage = { address: string; width: number; height: number; alt: string };

export type Head = {
  /** Without the product's name, which the frame adds. */
  title: string;
  description?: string;
  /** Shown in link previews. Default: the product's card. */
  image?: HeadImage | undefined;
  /** Path without locale prefix. Default: the requested path without its query. */
  canonicalPath?: string;
  /** Default: `index`. Private and error pages are always `noindex`. */
  robots?: 'index' | 'noindex';
  type?: 'website' | 'book' | 'article' | 'profile';
  /** Applies the reader's typography for novels before first paint. */
  isNovel?: boolean;
  /** Facts for machines. Omitted on pages that are not indexed. */
  linkedData?: readonly LinkedData[] | undefined;
  feed?: { title: string; path: Address };
  /** Main picture of the first screen, loaded before styles and scripts. */
  picture?: EarlyPicture;
};

export type PageData = {
  head: Head;
  /** The story whose colour the frame takes. `flood` also colours the header. */
  story?: StoryColour & { flood?: boolean };
  tags?: PurgeTag[];
  validUntil?: Date;
  /**
   * For public pages that read the country: the filters of all stories considered, omitted ones included. Without them,
   * each country gets its own rendering.
   */
  geofilters?: readonly GeofilterFacts[];
  /** Foreign origins of scripts for this page only. The policy of other pages allows none. */
  scriptOrigins?: string[];
  frameOrigins?: string[];
  connectOrigins?: string[];
  root?: Readonly<Record<string, string>>;
  status?: number;
};

export type PageBrowser = {
  cookies: Readonly<Record<string, string | undefined>>;
  userAgent: string;
  address: string;
  /** Clears the cookies of an invalid session and returns the reason. Null without a session. */
  endSession(): Promise<'locked' | 'over' | null>;
  signIn(session: { token: string; publisher: boolean; dateOfBirth: string }): void;
  keepTicket(ticket: string): void;
  remember(name: string, choice: string): void;
};

/** Argument of `+data.ts`. Public pages fail when they read `viewer` or `browser`: user data belongs to islands. */
export type PageRequest = {
  deps: Deps;
  viewer: Viewer | null;
  locale: Locale;
  /** ISO 3166-1 alpha-2, or null when unknown. In previews, the chosen reader's. */
  country: string | null;
  /** On story pages: as whom a team member sees the page. Nothing else about the member is used. */
  preview: Preview | null;
  /** The viewer, on public pages rendered for one reader. */
  reader: Viewer | null;
  /** Client address for rate limits, when rendered per request. Null on shared pages. */
  caller: string | null;
  params: Record<string, string>;
  /** On public pages, reading an unlisted parameter fails. */
  query: URLSearchParams;
  path: string;
  /** Null on shared pages. */
  browser: PageBrowser | null;
  /** The call's answer to a form that the page shows again (`shown` in its contract). */
  answer: unknown;
};

/** Data for onRenderHtml beyond Vike's context. server/rendering/plugin.ts passes it to renderPage. */
export type PageInit = {
  deps: Deps;
  /** From the address, read once by the server, since error pages have no routing. */
  locale: Locale;
  logicalUrl: string;
  viewer: Viewer | null;
  browser: PageBrowser | null;
  country: string | null;
  /** Set by the page when it reads these. */
  asked: { country: boolean; preview: Preview | null };
  /** New for every streamed page. Null for shared pages, which are rendered completely. */
  nonce: string | null;
  /** True for crawlers, which get the complete page. */
  complete: boolean;
  /** Aborts when the reader leaves. Null on shared pages. */
  signal: AbortSignal | null;
  /** Error of a known page's rendering. Vike continues with a redirect or the error page. */
  failed?: unknown;
  /** Rendered in advance, for any reader who opens a page or sends a form. */
  ahead?: 'opened' | 'sent';
  answer?: unknown;
};

export type DrawnPage = PageInit & {
  urlOriginal: string;
  Page: unknown;
  config: { public?: Publicity; layout?: LayoutName };
  routeParams: Record<string, string>;
  data?: unknown;
  globalContext: { assetsManifest?: unknown };
};

/** A page that Vike has found before: enough to render it again without Vike. */
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
