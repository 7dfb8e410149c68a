/** Pages for overload, an offline service or a full disk. Rendered at the start, since nothing can be rendered then. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { localizedPath, splitLocale } from '../../locales/index.ts';
import { type EncodedPage, encodePage, makeForm } from '../cache/encoded-page.ts';
import { AppError, noRoom, unavailable } from '../lib/errors.ts';
import { isFormRequest } from '../lib/forms.ts';
import { LOCALES, type Locale } from '../lib/locale.ts';
import { type ContentEncoding, chooseEncoding } from '../lib/negotiate.ts';
import type { PublicRequest, Renderer } from './renderer.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    isPage?: boolean;
  }
}

type Ahead = NonNullable<PublicRequest['ahead']>;
type Asker = { ahead: Ahead; locale: Locale; encoding: ContentEncoding };

export type FailurePages = {
  pageFor(failure: AppError, asker: Asker): Promise<{ headers: Record<string, string>; body: Buffer } | null>;
};

const FAILURES = [unavailable('service_unavailable'), noRoom('storage_full'), new AppError(500, 'unknown')];
const ENCODING = {
  cacheControl: 'no-store',
  vary: 'accept-encoding',
  cacheTags: null,
  cdnSeconds: 0,
  country: null,
};

export async function drawFailurePages({
  renderPublic,
}: Pick<Renderer, 'renderPublic'>): Promise<FailurePages> {
  const pages = new Map<string, EncodedPage>();
  const nameOf = ({ status }: AppError, { ahead, locale }: Omit<Asker, 'encoding'>): string =>
    `${status} ${ahead} ${locale}`;
  for (const failed of FAILURES)
    for (const ahead of ['opened', 'sent'] as const)
      for (const locale of LOCALES) {
        const page = await renderPublic({ url: localizedPath(locale, '/'), country: null, failed, ahead });
        // Detected now rather than by readers in an overload.
        if (page.status !== failed.status)
          throw new Error(`the page for ${failed.status} was drawn as one for ${page.status}`);
        pages.set(nameOf(failed, { ahead, locale }), encodePage(page, ENCODING));
      }
  return {
    async pageFor(failure, { encoding, ...asker }) {
      const { retryAfterSeconds } = failure.options;
      const page = pages.get(nameOf(failure, asker));
      if (page === undefined) return null;
      // The browser may lack this build's styles, and may be unable to load them now.
      const { headers: pairs, body } = await makeForm(page, { holdsStyles: false, encoding });
      const headers: Record<string, string> = {};
      for (let at = 0; at < pairs.length; at += 2) headers[pairs[at] ?? ''] = pairs[at + 1] ?? '';
      if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
      return { headers, body };
    },
  };
}

/** Only for browsers that open a page or send a form. */
export function showFailures(app: FastifyInstance, failures: FailurePages): void {
  app.decorate('showFailure', async (request, reply, failure) => {
    const ahead = aheadOf(request);
    if (ahead === null) return null;
    const encoding = chooseEncoding(request.headers['accept-encoding']);
    // The address of a call contains no language.
    const locale = ahead === 'opened' ? splitLocale(request.raw.url ?? '/').locale : request.locale;
    const page = await failures.pageFor(failure, { ahead, locale, encoding });
    return page && reply.code(failure.status).headers(page.headers).send(page.body);
  });
}

function aheadOf(request: FastifyRequest): Ahead | null {
  const { method, headers, routeOptions } = request;
  if (headers.accept?.includes('text/html') !== true) return null;
  if (method !== 'GET' && method !== 'HEAD') return isFormRequest(request) ? 'sent' : null;
  return routeOptions.config.isPage === true ? 'opened' : null;
}
