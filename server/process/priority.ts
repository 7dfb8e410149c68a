/** How far this process stands back for others. */
import { readdirSync } from 'node:fs';
import { setPriority } from 'node:os';

/**
 * Of every thread: on Linux each has a priority of its own, and those that are started later inherit it. Elsewhere the
 * process is told once. Answers whether it was done; where it is forbidden, work goes on as it is.
 */
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
