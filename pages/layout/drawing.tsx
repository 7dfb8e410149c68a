import type { ComponentType, ReactNode } from 'react';
import { AssetsContext, assetsOf, type Manifest } from '../../islands/runtime/assets.ts';
import { splitUrl } from '../../locales/index.ts';
import { texts } from '../../locales/messages.ts';
import { LanguageProvider } from '../../locales/react.tsx';
import { dataBlock } from '../../server/lib/data-block.ts';
import { kept } from '../../server/lib/kept.ts';
import { product } from '../../server/lib/product.ts';
import { AdministrationShell } from './AdministrationShell.tsx';
import { ConsoleShell } from './ConsoleShell.tsx';
import { FrameContext } from './context.ts';
import { bootScript, documentHead } from './document.ts';
import { frameOf } from './frame.ts';
import { graphOf } from './linkedData.ts';
import { PreviewBar } from './PreviewBar.tsx';
import { Shell } from './Shell.tsx';
import type { DrawnPage, Head, LayoutName, PageData } from './types.ts';
import { Unmounted } from './Unmounted.tsx';

const layouts: Record<LayoutName, ComponentType<{ children: ReactNode }>> = {
  site: Shell,
  console: ConsoleShell,
  administration: AdministrationShell,
  bare: ({ children }) => children,
};

const manifestAssets = kept(assetsOf);
const assetsIn = ({ globalContext }: DrawnPage) =>
  manifestAssets(globalContext.assetsManifest as Manifest | undefined);

export async function treeOf(page: DrawnPage): Promise<ReactNode> {
  const { locale, config } = page;
  const Page = page.Page as ComponentType<{ data: unknown }>;
  const Layout = layouts[config.layout ?? 'site'];
  const frame = await frameOf(page, page.data as PageData | undefined);
  return (
    <LanguageProvider locale={locale} texts={texts[locale]}>
      <AssetsContext value={assetsIn(page)}>
        <FrameContext value={frame}>
          <PreviewBar />
          <Layout>
            <Page data={page.data} />
          </Layout>
          <Unmounted />
        </FrameContext>
      </AssetsContext>
    </LanguageProvider>
  );
}

const headIn = (page: DrawnPage): Head =>
  (page.data as PageData | undefined)?.head ?? { title: product.name, robots: 'noindex' };

const isIndexable = ({ config, asked }: DrawnPage): boolean => Boolean(config.public) && !asked.preview;

export function headOf(page: DrawnPage, { isFailure }: { isFailure: boolean }): string {
  const { locale, logicalUrl, deps } = page;
  return documentHead({
    locale,
    head: headIn(page),
    path: splitUrl(logicalUrl).path,
    baseUrl: deps.config.BASE_URL,
    assets: assetsIn(page),
    indexable: isIndexable(page) && !isFailure,
    bootsLater: page.complete,
  });
}

/**
 * A complete page loads its script last, after painting. A streamed page may end late. Data for machines comes after
 * everything readers wait for.
 */
export function endOf(page: DrawnPage): string {
  const { linkedData, robots } = headIn(page);
  const isTold = linkedData !== undefined && robots !== 'noindex' && isIndexable(page);
  return (page.complete ? bootScript(assetsIn(page)) : '') + (isTold ? dataBlock(graphOf(linkedData)) : '');
}
