/**
 * The page for a reader whose page could not even be begun: there is too much to do, or what is asked first is away. Drawn at
 * the start, since at that moment nothing can be.
 */
import type { FastifyInstance } from 'fastify';
import { localizedPath, splitLocale } from '../../locales/index.ts';
import { type EncodedPage, encodePage, makeForm } from '../cache/encoded-page.ts';
import { AppError, unavailable } from '../lib/errors.ts';
import { LOCALES, type Locale } from '../lib/locale.ts';
import { type ContentEncoding, chooseEncoding } from '../lib/negotiate.ts';
import type { Renderer } from './renderer.ts';

export type FailurePages = {
  /** What to send for it; null where no page says it. */
  pageFor(
    failure: AppError,
    asker: { locale: Locale; encoding: ContentEncoding },
  ): Promise<{ headers: Record<string, string>; body: Buffer } | null>;
};

const FAILURES = [unavailable('service_unavailable'), new AppError(500, 'unknown')];
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
  for (const failed of FAILURES)
    for (const locale of LOCALES) {
      const page = await renderPublic({ url: localizedPath(locale, '/'), country: null, failed });
      if (page.status === failed.status) pages.set(`${failed.status} ${locale}`, encodePage(page, ENCODING));
    }
  return {
    async pageFor({ status, options: { retryAfterSeconds } }, { locale, encoding }) {
      const page = pages.get(`${status} ${locale}`);
      if (page === undefined) return null;
      // Whoever comes may hold no styles of this build, and may not get them now.
      const { headers: pairs, body } = await makeForm(page, { holdsStyles: false, encoding });
      const headers: Record<string, string> = {};
      for (let at = 0; at < pairs.length; at += 2) headers[pairs[at] ?? ''] = pairs[at + 1] ?? '';
      if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds);
      return { headers, body };
    },
  };
}

/** To browsers that open a page, and to nobody else. */
export function showFailures(
  app: FastifyInstance,
  { patternOf }: Pick<Renderer, 'patternOf'>,
  failures: FailurePages,
): void {
  app.decorate('showFailure', async ({ method, headers, raw }, reply, failure) => {
    const isOpened =
      (method === 'GET' || method === 'HEAD') && headers.accept?.includes('text/html') === true;
    const url = raw.url ?? '/';
    if (!isOpened || patternOf(url) === null) return null;
    const encoding = chooseEncoding(headers['accept-encoding']);
    const page = await failures.pageFor(failure, { locale: splitLocale(url).locale, encoding });
    return page && reply.code(failure.status).headers(page.headers).send(page.body);
  });
}
