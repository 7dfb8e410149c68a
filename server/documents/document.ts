/** A document for machines, e.g. a feed. It is rendered once for all who may share it, and cached like a page. */

import { localizedPath } from '../../locales/index.ts';
import type { PublicFacts } from '../cache/public-page.ts';
import type { Deps } from '../deps.ts';
import type { GeofilterFacts } from '../domains/publishing/countries/rules.ts';
import type { Locale } from '../lib/locale.ts';
import type { PurgeTag } from '../ports.ts';

export type DocumentRequest = {
  deps: Deps;
  locale: Locale;
  country: string | null;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  self: string;
  /** Full address of a page of this site, in the language of the document. */
  urlOf(path: string): string;
  /** Full address of a file or an API call, which has no language. */
  fileUrlOf(path: string): string;
};

export type LoadedDocument =
  | {
      type: string;
      body: string;
      tags: PurgeTag[];
      validUntil?: Date | undefined;
      /** Like those of a page: empty when the country does not matter. */
      geofilters: readonly GeofilterFacts[] | null;
    }
  | { movedTo: string };

export type MachineDocument = PublicFacts & {
  path: string;
  /** Throws like a page: 404, 402, 451. */
  load(request: DocumentRequest): Promise<LoadedDocument>;
};

export const addressesIn = (
  { config }: Pick<Deps, 'config'>,
  locale: Locale,
): Pick<DocumentRequest, 'urlOf' | 'fileUrlOf'> => ({
  urlOf: (path) => config.BASE_URL + localizedPath(locale, path),
  fileUrlOf: (path) => config.BASE_URL + path,
});
