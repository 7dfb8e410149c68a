/** Panels open and close by themselves. Here the focus follows them, and tools show which one is open. */
import { asButton } from './button.ts';
import { fetchPage } from './page.ts';

/** Width at which panels are beside the pages instead of over them. */
const BESIDE = '(width >= 60rem)';

export type Panels = {
  close(): void;
  /** Opens a loaded panel without moving the focus. */
  reveal(name: string): void;
  onOpen(name: string, listener: () => void): void;
  /** Called once all panels are loaded. None opens before it is done. */
  onArrival(listener: () => unknown): void;
  /** Loads missing panels. False on failure. */
  need(): Promise<boolean>;
};

/** A button has the address as data, so that a press before it is awake leads nowhere. */
const addressOf = (tool: HTMLElement): string =>
  tool instanceof HTMLAnchorElement ? tool.href : (tool.dataset.href ?? '');

function tellRole(panel: HTMLElement, isModal: boolean): void {
  const section = panel.firstElementChild?.nextElementSibling;
  section?.setAttribute('role', 'dialog');
  if (isModal) section?.setAttribute('aria-modal', 'true');
  else section?.removeAttribute('aria-modal');
}

/** Nothing watches islands that arrive after the page was at rest. */
function wakeLate(panel: HTMLElement): void {
  for (const late of panel.querySelectorAll('tsuzuki-island[wake=visible]'))
    late.dispatchEvent(new Event('pointerover', { bubbles: true }));
}

/** Panels cover everything on phones, modal ones everywhere. The writer of a note can still reach the page. */
const isOver = ({ dataset }: HTMLElement, beside: MediaQueryList): boolean =>
  !('writing' in dataset) && (!beside.matches || 'modal' in dataset);

export function wakePanels(host: HTMLElement, signal: AbortSignal): Panels {
  const panels = () => [...document.querySelectorAll<HTMLDetailsElement>('details[data-panel]')];
  const tools = [...host.querySelectorAll<HTMLElement>('a[data-tool][href*="#panel-"],button[data-href]')];
  const behind = [
    ...document.querySelectorAll<HTMLElement>('header,main,footer,[href="#main"],[data-resume],[data-hint]'),
  ];
  const beside = matchMedia(BESIDE);
  const listeners: { name: string; listener: () => void }[] = [];
  let opener: HTMLElement | null = null;
  const opened = () => panels().find(({ open }) => open);
  const named = (name: string | undefined) => panels().find(({ dataset }) => dataset.panel === name);

  function settle(): void {
    const panel = opened();
    for (const tool of tools)
      tool.setAttribute('aria-expanded', String(tool.dataset.tool === panel?.dataset.panel));
    for (const each of panels()) tellRole(each, each.open && isOver(each, beside));
    for (const each of behind) each.inert = panel !== undefined && isOver(panel, beside);
  }

  function close(): void {
    const panel = opened();
    if (!panel) return;
    panel.open = false;
    settle();
    opener?.focus({ preventScroll: true });
  }

  function show(panel: HTMLDetailsElement, by: HTMLElement): void {
    const before = document.activeElement;
    opener = by.checkVisibility() || !(before instanceof HTMLElement) ? by : before;
    reveal(panel.dataset.panel ?? '');
    panel.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
  }

  function reveal(name: string): void {
    const panel = named(name);
    if (!panel) return;
    panel.open = true;
    settle();
    wakeLate(panel);
    for (const each of listeners) if (each.name === name) each.listener();
  }

  const { need, onArrival } = fetchPanels(host, tools, signal);
  document.addEventListener(
    'click',
    (event) => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      // Switches panels. Links within the same panel work as usual.
      const way = target.closest<HTMLAnchorElement>('[data-panel] a[href*="#panel-"]');
      const other = named(way?.hash.slice('#panel-'.length));
      if (!target.closest('[data-panel] > summary') && (!way || !other || other.open)) return;
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const by = opener ?? way;
      close();
      if (way && other && by) show(other, by);
    },
    { signal },
  );

  async function press(tool: HTMLElement): Promise<void> {
    const name = tool.dataset.tool;
    if (named(name)?.open) return close();
    if (!(await need())) return location.assign(addressOf(tool));
    const panel = named(name);
    if (panel) show(panel, tool);
  }

  for (const tool of tools) {
    if (tool instanceof HTMLAnchorElement) asButton(tool, signal);
    tool.addEventListener(
      'click',
      (event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        void press(tool);
      },
      { signal },
    );
  }
  addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !opened()) return;
      if (document.querySelector('dialog[open],details[data-menu][open]')) return;
      event.preventDefault();
      close();
    },
    { signal },
  );
  beside.addEventListener('change', settle, { signal });
  settle();
  const onOpen: Panels['onOpen'] = (name, listener) => void listeners.push({ name, listener });
  return { close, need, onArrival, onOpen, reveal };
}

/** Rarely used panels are in the same page at another address. They load when a tool is touched. */
function fetchPanels(
  host: HTMLElement,
  tools: readonly HTMLElement[],
  signal: AbortSignal,
): Pick<Panels, 'need' | 'onArrival'> {
  const waiting: (() => unknown)[] = [];
  let woken: unknown[] = [];
  const page = tools
    .map(addressOf)
    .find((address) => address.includes('panels='))
    ?.split('#')[0];
  const isHere = ({ dataset }: HTMLElement) =>
    document.querySelector(`[data-panel="${dataset.tool}"]`) !== null;
  let areHere = page === undefined || tools.every(isHere);
  let coming: Promise<boolean> | undefined;

  async function bring(address: string): Promise<boolean> {
    try {
      const found = await fetchPage(address);
      // Another episode has come into sight meanwhile.
      if (!found || signal.aborted) return false;
      const missing = [
        ...found.page.querySelectorAll<HTMLElement>('details[data-panel],[id^=reader-]:not([id^=reader-] *)'),
      ].filter(
        ({ id, dataset }) => !document.querySelector(id ? `#${id}` : `[data-panel="${dataset.panel}"]`),
      );
      document.querySelector('main')?.after(...missing.map((each) => document.importNode(each, true)));
      areHere = true;
      woken = waiting.map((listener) => listener());
      await Promise.all(woken);
      return true;
    } catch {
      coming = undefined;
      return false;
    }
  }
  const need = async (): Promise<boolean> => {
    if (page === undefined) return true;
    if (areHere)
      return Promise.all(woken).then(
        () => true,
        () => false,
      );
    coming ??= bring(page);
    return coming;
  };
  const reach = (): void => void need();
  for (const tool of [...tools, ...host.querySelectorAll<HTMLElement>('[data-tool=help]')])
    for (const type of ['pointerenter', 'touchstart', 'focus'])
      tool.addEventListener(type, reach, { once: true, passive: true, signal });
  return {
    need,
    onArrival(listener) {
      if (areHere) woken.push(listener());
      else waiting.push(listener);
    },
  };
}
