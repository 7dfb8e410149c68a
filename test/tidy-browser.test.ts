/** Rules against flaky browser tests: they wait for the page's ready signal, and retry until a condition is true. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['test/e2e', 'test/geometry', 'test/browsers'];

const listed = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...FOLDERS],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
);
const files = listed.split('\n').filter((file) => file.endsWith('.ts'));
const texts = files.map((file) => {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return {
    file,
    text: text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' ')),
  };
});

type Place = { file: string; text: string; index: number };
const show = ({ file, text, index }: Place): string =>
  `${file}:${text.slice(0, index).split('\n').length}: ${text.slice(index, index + 60).replaceAll(/\s+/g, ' ')}`;

const placesOf = (banned: RegExp): Place[] =>
  texts.flatMap(({ file, text }) => [...text.matchAll(banned)].map(({ index }) => ({ file, text, index })));

function endOf(text: string, opening: number): number {
  let depth = 0;
  let quote = '';
  for (let at = opening; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (/['"`]/.test(sign)) quote = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}

/** Calls that read a page repeatedly until a condition is true, or until it has settled. */
const WAITING = /\b(?:expect\.poll|settled|eventually|workUntil)(?:<[^>]*>)?\(/g;

function isWaiting({ text, index }: Place): boolean {
  return [...text.matchAll(WAITING)].some(
    (call) => call.index < index && index < endOf(text, call.index + call[0].length - 1),
  );
}

const READS =
  /\.(?:textContent|innerText|innerHTML|inputValue|isVisible|isHidden|isChecked|isEnabled|isDisabled|isEditable|getAttribute|allTextContents|allInnerTexts|count|title|boundingBox|ariaSnapshot|evaluateAll)\(/g;

t.test('a live page is read until something holds, never once', async (t) => {
  const once = placesOf(READS).filter((place) => !isWaiting(place));
  t.same(once.map(show), [], 'expect(locator), expect.poll or settled (test/support/hand.ts)');
});

t.test('no assertion stands around one look at a page', async (t) => {
  const around = placesOf(/\bt\.(?:equal|ok|notOk|match|notMatch|same|notSame|strictSame|not|has)\(/g).filter(
    (place) => {
      if (isWaiting(place)) return false;
      const { text, index } = place;
      const call = text.slice(index, endOf(text, text.indexOf('(', index)));
      return /await (?!settled|violations|eventually)(?:[\w.]*\.(?:evaluate|url)\(|\w+\((?:\w+\.)?page\b)/.test(
        call,
      );
    },
  );
  t.same(around.map(show), [], 'expect(locator), expect.poll or settled (test/support/hand.ts)');
});

t.test('keys are pressed by a hand that waits for the page', async (t) => {
  const own = placesOf(/keyboard\.(?:press|type|down|up|insertText)\(|\bforce: true/g);
  t.same(own.map(show), [], 'press, type, tabTo, choose (test/support/hand.ts)');
});

t.test('no test waits for a time', async (t) => {
  const timed = placesOf(
    /waitForTimeout|setTimeout\(|timers\/promises|\btimeout:|\bdelay: ?\d|_MS = [\d_]+/g,
  );
  t.same(timed.map(show), []);
});
