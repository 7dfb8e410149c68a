/** A part of a page that is hydrated later. Its HTML must work as it is until then. */
import { type ComponentProps, type ComponentType, useContext, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { texts as allTexts } from '../../locales/messages.ts';
import { LanguageProvider, useLocale } from '../../locales/react.tsx';
import type { IslandName, islands } from '../registry.ts';
import { AssetsContext } from './assets.ts';
import { islandMessages } from './messages.ts';
import { textFileOf } from './textFiles.ts';

type Component<N extends IslandName> = Awaited<ReturnType<(typeof islands)[N]['load']>>['default'];

export type IslandProps<N extends IslandName> = {
  name: N;
  /** The component of the registry, imported directly so that Vike finds its styles. */
  component: Component<N>;
  /** JSON only. Everybody can read these in the HTML. */
  props: ComponentProps<Component<N>>;
  /** Long props that the browser reads back from the island's HTML, so that they are sent once. */
  drawn?: Partial<ComponentProps<Component<N>>>;
  /**
   * `idle` (default) waits until the page is idle, `visible` until it nears the screen. A touch wakes both. `touch`
   * suits forms that work without a script. `reader` is `idle` for signed-in and returning readers, else `touch`.
   */
  wake?: 'idle' | 'visible' | 'touch' | 'reader';
};

export function Island<N extends IslandName>({ name, component, props, drawn, wake }: IslandProps<N>) {
  const locale = useLocale();
  const assets = useContext(AssetsContext);
  const textFile = textFileOf(name);
  const texts = textFile === null ? undefined : assets.textFile(textFile, locale);
  const prefix = `${name}${useId().replaceAll(/\W/g, '')}`;
  const Root = component as ComponentType<object>;
  // A separate root as in the browser, or the ids of useId would differ.
  const html = renderToString(
    <LanguageProvider locale={locale} texts={allTexts[locale]}>
      <Root {...(props as object)} {...(drawn as object | undefined)} />
    </LanguageProvider>,
    { identifierPrefix: prefix },
  );
  return (
    <tsuzuki-island
      name={name}
      prefix={prefix}
      wake={wake}
      chunks={[...assets.islandChunks(name), ...(texts === undefined ? [] : [texts])].join(' ')}
      props={JSON.stringify(props)}
      messages={texts === undefined ? islandMessages(name, locale) : undefined}
      // React escaped this HTML.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'tsuzuki-island': React.HTMLAttributes<HTMLElement> & {
        name: string;
        prefix?: string;
        wake?: string;
        chunks: string;
        props?: string;
        /** Texts of the island. If absent, the last chunk contains them. */
        messages?: string | undefined;
      };
    }
  }
}
