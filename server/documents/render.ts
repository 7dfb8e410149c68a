import {
  type PublicPage,
  type PublicPageRequest,
  publicAddresses,
  type ReadPublicAddress,
} from '../cache/public-page.ts';
import type { Deps } from '../deps.ts';
import { describeError } from '../lib/describe.ts';
import { isAppError } from '../lib/errors.ts';
import { answerHeaders } from '../plugins/security-headers.ts';
import { makeRouter, publicRoutes } from '../rendering/routes.ts';
import { addressesIn, type MachineDocument } from './document.ts';
import { machineDocuments } from './list.ts';

export type Documents = {
  addressOf: ReadPublicAddress;
  /** Null when the path is not a document of ours. */
  render(request: PublicPageRequest, from?: Deps): Promise<PublicPage | null>;
};

export function createDocuments(
  deps: Deps,
  documents: readonly MachineDocument[] = machineDocuments,
): Documents {
  const byPath = new Map(documents.map((document) => [document.path, document]));
  const route = makeRouter([...byPath.keys()]);
  const known = Object.fromEntries(documents.map((one) => [one.path, { config: { public: one } }]));
  const headers = {
    ...answerHeaders(deps.config.BASE_URL),
    // For feed readers that run in a browser on another origin. The documents contain nothing private.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    // Not a page itself: readers find it through its page.
    'x-robots-tag': 'noindex',
  };
  const plain = { ...headers, 'content-type': 'text/plain; charset=utf-8' };

  return {
    addressOf: publicAddresses(publicRoutes(known)),

    async render({ path, query, locale, country, url }, from = deps) {
      const found = route(path);
      const document = found === null ? undefined : byPath.get(found.pageId);
      if (found === null || document === undefined) return null;
      const addresses = addressesIn(deps, locale);
      const self = deps.config.BASE_URL + url;
      const { params } = found;
      try {
        const loaded = await document.load({
          deps: from,
          locale,
          country,
          params,
          query,
          self,
          ...addresses,
        });
        if ('movedTo' in loaded) {
          const location = addresses.urlOf(loaded.movedTo);
          return { status: 301, headers: { ...plain, location }, body: Buffer.alloc(0), tags: [] };
        }
        const { type, body, tags, validUntil, geofilters } = loaded;
        return {
          status: 200,
          headers: { ...headers, 'content-type': type.endsWith('json') ? type : `${type}; charset=utf-8` },
          body: Buffer.from(body),
          tags,
          validUntil,
          geofilters,
        };
      } catch (error) {
        if (!isAppError(error)) throw error;
        const body = Buffer.from(describeError(error, locale).message);
        return { status: error.status, headers: plain, body, tags: [] };
      }
    },
  };
}
