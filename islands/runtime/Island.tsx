/** Marks a place in a page that wakes up in the browser. Until then its HTML stands as it is and must work as it is. */
import { type ComponentProps, type ComponentType, useContext, useId } from 'react';
import { renderToString } from 'react-dom/server';
import { texts as allTexts } from '../../locales/messages.ts';
import { LanguageProvider, useLocale } from '../../locales/react.tsx';
import type { IslandName, islands } from '../registry.ts';
import { AssetsContext } from './assets.ts';
import { islandMessages, textFileOf } from './messages.ts';

type Component<N extends IslandName> = Awaited<ReturnType<(typeof islands)[N]['load']>>['default'];

export type IslandProps<N extends IslandName> = {
  name: N;
  /** The same component as in the registry, imported directly: so Vike finds its styles. */
  component: Component<N>;
  /** Spelled out, JSON only; everybody can read them. */
  props: ComponentProps<Component<N>>;
  /** Props that the island reads from its own HTML in the browser, so that what is long goes there once. */
  drawn?: Partial<ComponentProps<Component<N>>>;
  /**
   * `idle` (default) waits until the page is at rest, `visible` until it comes near the screen, and a touch wakes both. A
   * form that works by itself takes `touch`: it costs nothing until somebody reaches for it. `reader` is `idle` for who is
   * signed in or has read here before, and `touch` for all others.
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
  // Its own root, as in the browser: ids made by useId agree only then.
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
      // React wrote this HTML a moment ago, so it is escaped.
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
        /** Its texts; without them the last of the chunks holds them. */
        messages?: string | undefined;
      };
    }
  }
}
