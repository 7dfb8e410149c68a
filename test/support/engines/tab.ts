/** A person at a window of any engine: clicks, keys, and checks that wait for their condition. */
import { eventually } from '../eventually.ts';
import type { Engine, Size, Source, Wire } from './wire.ts';

export type Tab = {
  /** Waits until the page is ready (`data-ready`, ARCHITECTURE.md). */
  goto(path: string): Promise<void>;
  look<T, A extends unknown[]>(how: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** Polls until true. Errors between two pages are ignored. */
  until<A extends unknown[]>(what: string, how: (...args: A) => unknown, ...args: A): Promise<void>;
  /** Clicks the middle of the visible element, the first one with this text or name. */
  click(selector: string, text?: string): Promise<void>;
  clickAt(x: number, y: number, times?: number): Promise<void>;
  press(...keys: string[]): Promise<void>;
  type(text: string): Promise<void>;
  fill(selector: string, text: string): Promise<void>;
  resize(size: Size): Promise<void>;
  /** Closes the window and returns its faults. */
  close(): Promise<string[]>;
};

/** Far more than any page needs, and less than the limit of a test file. */
const BOUND_MS = 30_000;

/** W3C WebDriver §15.4.2. Other keys are sent as text. */
const KEYS: Record<string, string> = {
  Shift: '\uE008',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

const keysOf = (values: readonly string[]): Source[] => [
  {
    type: 'key',
    id: 'keys',
    actions: [
      ...values.map((value) => ({ type: 'keyDown' as const, value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
    ],
  },
];

const textOf = (text: string): Source[] => [
  {
    type: 'key',
    id: 'keys',
    actions: [...text].flatMap((value) => [
      { type: 'keyDown' as const, value },
      { type: 'keyUp' as const, value },
    ]),
  },
];

const clickOf = (x: number, y: number, times: number): Source[] => [
  {
    type: 'pointer',
    id: 'mouse',
    parameters: { pointerType: 'mouse' },
    actions: [
      { type: 'pointerMove', x, y, duration: 0 },
      ...Array.from({ length: times * 2 }, (_, index) => ({
        type: index % 2 === 0 ? ('pointerDown' as const) : ('pointerUp' as const),
        button: 0,
      })),
    ],
  },
];

type Spot = { x: number; y: number };

/** Runs in the page: the point for a click, once the element is still and uncovered. */
async function spotOf(selector: string, text: string | null): Promise<Spot | null> {
  const nameOf = (each: Element) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim();
  const found = [...document.querySelectorAll(selector)].find(
    (each) => each.checkVisibility({ visibilityProperty: true }) && (text === null || nameOf(each) === text),
  );
  if (!found) return null;
  const boxOf = () => {
    const { left, top, width, height } = found.getBoundingClientRect();
    return { left, top, width, height };
  };
  const isSeen = ({ left, top, width, height }: ReturnType<typeof boxOf>) =>
    left >= 0 && top >= 0 && left + width <= innerWidth && top + height <= innerHeight;
  if (!isSeen(boxOf())) found.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const before = boxOf();
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const { left, top, width, height } = boxOf();
  if (before.left !== left || before.top !== top || width === 0) return null;
  const [right, bottom] = [Math.min(left + width, innerWidth), Math.min(top + height, innerHeight)];
  const spot = {
    x: Math.floor((Math.max(0, left) + right) / 2),
    y: Math.floor((Math.max(0, top) + bottom) / 2),
  };
  const met = document.elementFromPoint(spot.x, spot.y);
  return met && (found.contains(met) || met.closest('label')?.contains(found)) ? spot : null;
}

export async function openTab(engine: Engine, origin: string, size: Size): Promise<Tab> {
  return tabOf(await engine.open(size), origin);
}

function tabOf(wire: Wire, origin: string): Tab {
  async function look<T, A extends unknown[]>(how: (...args: A) => T | Promise<T>, ...args: A): Promise<T> {
    const result = `(async () => (${how})(...${JSON.stringify(args)}))()`;
    const text = await wire.run(
      `${result}.then((value) => JSON.stringify({ value: value instanceof Element ? true : value }))`,
    );
    return (JSON.parse(text) as { value: T }).value;
  }

  async function wait<T, A extends unknown[]>(what: string, how: (...args: A) => T | Promise<T>, ...args: A) {
    let last = '';
    try {
      return await eventually(
        what,
        async () => {
          try {
            return await look(how, ...args);
          } catch (error) {
            last = (error as Error).message;
            return null;
          }
        },
        BOUND_MS,
      );
    } catch (error) {
      throw new Error(`${(error as Error).message} ${last}`, { cause: error });
    }
  }

  const clickAt = (x: number, y: number, times = 1) => wire.act(clickOf(x, y, times));
  async function click(selector: string, text?: string): Promise<void> {
    const { x, y } = await wait(`${selector} ${text ?? ''} to click on`, spotOf, selector, text ?? null);
    await clickAt(x, y);
  }
  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) {
      const names = key.length === 1 ? [key] : key.split('+');
      await wire.act(keysOf(names.map((name) => KEYS[name] ?? name)));
    }
  }
  return {
    look,
    click,
    clickAt,
    press,
    async goto(path) {
      await wire.navigate(origin + path);
      await wait('a page that can be used', () => document.documentElement.hasAttribute('data-ready'));
    },
    resize: (size) => wire.resize(size),
    async until(what, how, ...args) {
      await wait(what, how, ...args);
    },
    type: (text) => wire.act(textOf(text)),
    async fill(selector, text) {
      await click(selector);
      await wire.act(textOf(text));
    },
    async close() {
      await wire.close();
      return wire.faults();
    },
  };
}
