import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/** On Linux each thread has its own priority, inherited by later threads. Returns false where not permitted. */
export function standBack(nice: number): boolean {
  try {
    for (const thread of threads()) setPriority(thread, nice);
    return true;
  } catch {
    return false;
  }
}

function threads(): number[] {
  try {
    return readdirSync('/proc/self/task').map(Number);
  } catch {
    return [process.pid];
  }
}
