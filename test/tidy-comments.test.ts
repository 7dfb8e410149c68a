/** Comments are plain English: short sentences that begin with their subject or verb. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['server', 'pages', 'islands', 'db', 'workers', 'locales', 'test'];
const WORDS_MAX_COUNT = 20;

/** Sentences that begin so have their subject at the end, or none. */
const FIRST_WORDS =
  /^(?:Whom|Whoever|Whatever|Whichever|Whose|Of|As|Under|So|By which|In which|To which|Without what|What|That|Where there is)\b/;

/** Read by tools, not by people. */
const DIRECTIVE = /^(?:keys:|biome|@vite|#__)/;

/** The texts of block comments and of runs of line comments, each with its first line. */
function commentsIn(source: string): { line: number; text: string }[] {
  const found = source.matchAll(/^[ \t]*\{?\/\*[\s\S]*?\*\/|^[ \t]*\/\/.*(?:\n[ \t]*\/\/.*)*/gm);
  return [...found].map(({ 0: comment, index }) => ({
    line: source.slice(0, index).split('\n').length,
    text: comment
      .replace(/^\s*\{?\/\*+|\*+\/$/g, '')
      .split('\n')
      .map((line) => line.replace(/^\s*(?:\/\/|\*)? ?/, ''))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim(),
  }));
}

const sentencesIn = (text: string): string[] =>
  text
    .replaceAll(/`[^`]*`/g, 'x')
    .replaceAll(/\b(e\.g|i\.e|etc|cf|vs)\./g, '$1')
    .split(/(?<=[.!?:;])\s+(?=[A-Z"“x(])|(?<=[.!?])\s+/);

const wordsIn = (sentence: string): number =>
  sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;

const isClumsy = (sentence: string): boolean =>
  wordsIn(sentence) > WORDS_MAX_COUNT || FIRST_WORDS.test(sentence);

t.test('a clumsy sentence is found, a plain one is not', async (t) => {
  t.ok(isClumsy('Whoever comes first makes it.'));
  t.ok(isClumsy(Array.from({ length: WORDS_MAX_COUNT + 1 }, () => 'word').join(' ')));
  t.notOk(isClumsy('The first process creates it.'));
  t.same(sentencesIn('Keeps it. Throws 404: no row.'), ['Keeps it.', 'Throws 404: no row.']);
  t.same(commentsIn('/**\n * One\n * two.\n */\nx();\n// Three\n// four.\n'), [
    { line: 1, text: 'One two.' },
    { line: 6, text: 'Three four.' },
  ]);
});

t.test('comments are plain', async (t) => {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...FOLDERS], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const files = listed
    .split('\n')
    .filter((file) => /\.(ts|tsx|css)$/.test(file) && existsSync(join(ROOT, file)));
  const clumsy = files.flatMap((file) =>
    commentsIn(readFileSync(join(ROOT, file), 'utf8'))
      .filter(({ text }) => !DIRECTIVE.test(text))
      .flatMap(({ line, text }) =>
        sentencesIn(text)
          .filter(isClumsy)
          .map((sentence) => `${file}:${line}: ${sentence}`),
      ),
  );
  t.same(clumsy, []);
});
