/**
 * A document for machines, such as a feed: made once for all who may share it, kept and purged with the pages. It says what
 * it is made of as a public page does (`pages/layout/types.ts`).
 */
import { localizedPath } from '../../locales/index.ts';
import type { PublicFacts } from '../cache/public-page.ts';
import type { PurgeTag } from '../cache/purge.ts';
import type { Deps } from '../deps.ts';
import type { GeofilterFacts } from '../domains/publishing/countries/rules.ts';
import type { Locale } from '../lib/locale.ts';

export type DocumentRequest = {
  deps: Deps;
  locale: Locale;
  country: string | null;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  /** Its own address. */
  self: string;
  /** The whole address of a page of this site, in the language of the document. */
  urlOf(path: string): string;
  /** Of a file or a call, which has no language. */
  fileUrlOf(path: string): string;
};

export type LoadedDocument =
  | {
      type: string;
      body: string;
      tags: PurgeTag[];
      validUntil?: Date | undefined;
      /** As of a page: empty where the country decides nothing. */
      geofilters: readonly GeofilterFacts[] | null;
    }
  /** A path of this site without its language. */
  | { movedTo: string };

export type MachineDocument = PublicFacts & {
  /** As those of pages: `/stories/@slug/feed.xml`. */
  path: string;
  /** Throws what a page would throw: 404, 402, 451. */
  load(request: DocumentRequest): Promise<LoadedDocument>;
};

export const addressesIn = (
  { config }: Pick<Deps, 'config'>,
  locale: Locale,
): Pick<DocumentRequest, 'urlOf' | 'fileUrlOf'> => ({
  urlOf: (path) => config.BASE_URL + localizedPath(locale, path),
  fileUrlOf: (path) => config.BASE_URL + path,
});
