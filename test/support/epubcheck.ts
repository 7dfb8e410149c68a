/** EPUBCheck of the W3C, as Debian has it: Java, so only `npm run test:corpus` needs it. */
import { execFile } from 'node:child_process';
import { accessSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const JAR = '/usr/share/java/epubcheck.jar';
const JAVA = '/usr/bin/java';

export function findEpubCheck(): string {
  for (const file of [JAVA, JAR]) accessSync(file);
  return JAR;
}

/** For a program that runs for seconds: no compiler that thinks for long, no threads that tidy up beside it. */
const BRIEF = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];

type Message = { ID: string; severity: string; message: string };

/** What it says of a file, but for hints. */
export async function epubProblems(path: string): Promise<string[]> {
  const report = `${path}.json`;
  // It ends with 1 when it has something to say; whatever kept it from saying so shows by the missing report.
  await new Promise<void>((resolve) => {
    execFile(JAVA, [...BRIEF, '-jar', findEpubCheck(), path, '--json', report], () => resolve());
  });
  const { messages } = JSON.parse(await readFile(report, 'utf8')) as { messages: Message[] };
  return messages
    .filter(({ severity }) => ['FATAL', 'ERROR', 'WARNING'].includes(severity))
    .map(({ ID, severity, message }) => `${severity} ${ID} ${message}`);
}
