/** Debian's W3C EPUBCheck. Needs Java, so only `npm run test:corpus` uses it. */
import { execFile } from 'node:child_process';
import { accessSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const JAR = '/usr/share/java/epubcheck.jar';
const JAVA = '/usr/bin/java';

export function findEpubCheck(): string {
  for (const file of [JAVA, JAR]) accessSync(file);
  return JAR;
}

/** Java options for a short run: quick compiler, no parallel garbage collection. */
const BRIEF = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

type Message = { ID: string; severity: string; message: string };

/** Fatal errors, errors and warnings of a file. */
export async function epubProblems(path: string): Promise<string[]> {
  const report = `${path}.json`;
  // Exit code 1 only means that there are messages. A real failure shows by the missing report.
  await new Promise<void>((resolve) => {
    execFile(JAVA, [...BRIEF, '-jar', findEpubCheck(), path, '--json', report], () => resolve());
  });
  const { messages } = JSON.parse(await readFile(report, 'utf8')) as { messages: Message[] };
  return messages
    .filter(({ severity }) => ['FATAL', 'ERROR', 'WARNING'].includes(severity))
    .map(({ ID, severity, message }) => `${severity} ${ID} ${message}`);
}
