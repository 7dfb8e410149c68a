/** One page to HTML: to completion for public pages and crawlers, streamed for everyone else. */
import './tokens.css';
import './base.css';
import type { ComponentType, ReactNode } from 'react';
import { type PipeableStream, renderToPipeableStream } from 'react-dom/server';
import { dangerouslySkipEscape, escapeInject, stampPipe } from 'vike/server';
import type { PageContextServer } from 'vike/types';
import { AssetsContext, assetsOf, type Manifest } from '../islands/runtime/assets.ts';
import { splitUrl } from '../locales/index.ts';
import { messages } from '../locales/messages.ts';
import { LanguageProvider } from '../locales/react.tsx';
import { product } from '../server/lib/product.ts';
import { ConsoleShell } from './layout/ConsoleShell.tsx';
import { FrameContext } from './layout/context.ts';
import { asAbort } from './layout/data.ts';
import { documentHead, htmlAttributes } from './layout/document.ts';
import { frameOf } from './layout/frame.ts';
import { PreviewBar } from './layout/PreviewBar.tsx';
import { Shell } from './layout/Shell.tsx';
import type { Head, LayoutName, PageData } from './layout/types.ts';

const layouts: Record<LayoutName, ComponentType<{ children: ReactNode }>> = {
  site: Shell,
  console: ConsoleShell,
  bare: ({ children }) => children,
};

export async function onRenderHtml(pageContext: PageContextServer) {
  const { locale, config, asked } = pageContext;
  const data = pageContext.data as PageData | undefined;
  const head: Head = data?.head ?? { title: product.name, robots: 'noindex' };
  const manifest = pageContext.globalContext.assetsManifest as Manifest | undefined;
  const assets = assetsOf(manifest);
  const Page = pageContext.Page as ComponentType<{ data: unknown }>;
  const Layout = layouts[config.layout ?? 'site'];
  const indexable =
    Boolean(config.public) && !asked.preview && !pageContext.abortStatusCode && pageContext.is404 === null;

  const frame = await frameOf(pageContext, data);
  const content = await renderReact(
    <LanguageProvider locale={locale} messages={messages[locale]}>
      <AssetsContext value={assets}>
        <FrameContext value={frame}>
          <PreviewBar />
          <Layout>
            <Page data={data} />
          </Layout>
        </FrameContext>
      </AssetsContext>
    </LanguageProvider>,
    pageContext,
  );
  const { path } = splitUrl(pageContext.logicalUrl);
  const baseUrl = pageContext.deps.config.BASE_URL;
  const documentHtml = escapeInject`<!doctype html><html ${dangerouslySkipEscape(htmlAttributes(locale))}><head>${dangerouslySkipEscape(
    documentHead({ locale, head, path, baseUrl, assets, indexable }),
  )}</head><body>${content}</body></html>`;
  return {
    documentHtml,
    // The heading's face comes after the largest picture (islands/runtime/theme.ts).
    injectFilter(found: { assetType: string | null; inject: unknown }[]) {
      for (const asset of found) if (asset.assetType === 'font') asset.inject = false;
    },
  };
}

type Pipe = (writable: NodeJS.WritableStream) => void;

/** An error before the shell is ready becomes an error page; later ones leave their part's fallback and are logged. */
function renderReact(tree: ReactNode, pageContext: PageContextServer): Promise<Pipe> {
  const { nonce, signal, deps } = pageContext;
  const complete = nonce === null || pageContext.complete;
  return new Promise((resolve, reject) => {
    let failed: unknown;
    const fail = (error: unknown) => {
      // A reader who left needs no error page, and nobody needs to be told.
      if (signal?.aborted) resolve(nothing);
      else reject(asAbort(error, pageContext));
    };
    const ready = () => {
      if (complete && failed !== undefined) fail(failed);
      else resolve(pipeOf(stream));
    };
    const stream = renderToPipeableStream(tree, {
      nonce: nonce ?? undefined,
      // Else React outlines large content by inline scripts, even when everything is ready at once.
      progressiveChunkSize: complete ? Number.POSITIVE_INFINITY : undefined,
      onShellReady: () => complete || ready(),
      onAllReady() {
        // A signal may outlive the page by far, and what listens to it is kept with all that it holds.
        signal?.removeEventListener('abort', leave);
        if (complete) ready();
      },
      onShellError(error) {
        signal?.removeEventListener('abort', leave);
        fail(error);
      },
      onError(error) {
        failed = error;
        if (!complete && !signal?.aborted)
          deps.log.error({ err: error, url: pageContext.urlOriginal }, 'page part failed');
      },
    });
    const leave = () => stream.abort(signal?.reason);
    if (signal?.aborted) leave();
    else signal?.addEventListener('abort', leave, { once: true });
  });
}

const stamped = (pipe: Pipe): Pipe => {
  stampPipe(pipe, 'node-stream');
  return pipe;
};

const pipeOf = (stream: PipeableStream): Pipe => stamped((writable) => void stream.pipe(writable));

const nothing = stamped((writable) => void writable.end());
