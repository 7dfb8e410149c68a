import { type ReactNode, useEffect } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { LanguageProvider } from '../../locales/react.tsx';
import { makeTexts, type Tree } from '../../locales/translate.ts';
import { pageLocale } from '../pageLocale.ts';
import { type IslandName, islands } from '../registry.ts';
import { fetchStyles } from './styles.ts';

type Typed = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Resolves when the island is interactive, with typed text kept. Rejects with the HTML unchanged. */
export async function hydrate(host: HTMLElement): Promise<void> {
  const name = host.getAttribute('name') ?? '';
  if (!Object.hasOwn(islands, name)) throw new Error(`no island is called "${name}"`);
  const [{ default: Component }, messages] = await Promise.all([
    islands[name as IslandName].load(),
    messagesOf(host),
    fetchStyles(),
  ]);
  const props = JSON.parse(host.getAttribute('props') ?? '{}');
  const locale = pageLocale();
  let typed = typedBefore(host);
  // Also records input made before React listens.
  host.oninput = () => {
    typed = typedBefore(host);
  };
  const before = host.innerHTML;
  let isUp = false;
  await new Promise<void>((resolve, reject) => {
    // From now on React replays early clicks.
    host.setAttribute('awake', '');
    hydrateRoot(
      host,
      <LanguageProvider locale={locale} texts={makeTexts(locale, messages)}>
        <Awake tell={resolve}>
          <Component {...props} />
        </Awake>
      </LanguageProvider>,
      {
        identifierPrefix: host.getAttribute('prefix') ?? '',
        onUncaughtError(error) {
          // React has emptied the host. The server's HTML is better than nothing.
          queueMicrotask(() => {
            host.innerHTML = before;
            host.removeAttribute('awake');
          });
          // The loader reports islands that never came up (ERR-42).
          if (isUp) {
            console.error(name, error);
            document.documentElement.dataset.crashed = '';
          } else reject(error);
        },
      },
    );
  });
  host.oninput = null;
  isUp = true;
  for (const [field, value] of typed) retype(field, value);
}

/** From the page itself, or from the last chunk, whose origin the loader has checked. */
async function messagesOf(host: HTMLElement): Promise<Tree> {
  const messages = host.getAttribute('messages');
  if (messages !== null) return JSON.parse(messages);
  const file = host.getAttribute('chunks')?.split(' ').at(-1) ?? '';
  return (await import(/* @vite-ignore */ file)).default;
}

/** Adds no element and keeps the server's useId ids, being an only child. */
function Awake({ tell, children }: { tell: () => void; children: ReactNode }) {
  useEffect(tell, [tell]);
  return children;
}

function typedBefore(host: HTMLElement): [Typed, string][] {
  const fields = [
    ...host.querySelectorAll<Typed>('input:not([type=file],[type=checkbox],[type=radio]),textarea,select'),
  ];
  return fields.filter(isTyped).map((field) => [field, field.value]);
}

function isTyped(field: Typed): boolean {
  if (!(field instanceof HTMLSelectElement)) return field.value !== field.defaultValue;
  const preset = [...field.options].find((option) => option.defaultSelected) ?? field.options[0];
  return preset !== undefined && preset.value !== field.value;
}

/** Sets a value so that React notices: React compares with the value it last saw, here none. */
function retype(field: Typed, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  if (!(field instanceof HTMLSelectElement)) field.value = '';
  setter?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
