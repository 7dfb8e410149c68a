/** Waits for a condition instead of a fixed time. The limit is far above any machine's needs. */
const BOUND_MS = 90_000;

/** Calls `check` until it returns something other than false, null or undefined, and returns that. */
export async function eventually<T>(
  what: string,
  check: () => T | Promise<T>,
  boundMs = BOUND_MS,
): Promise<Exclude<T, false | null | undefined>> {
  const end = Date.now() + boundMs;
  for (let waitMs = 5; ; waitMs = Math.min(waitMs * 2, 200)) {
    const value = await check();
    if (value !== false && value !== null && value !== undefined) {
      return value as Exclude<T, false | null | undefined>;
    }
    if (Date.now() > end) throw new Error(`It never came about: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

export const workUntil = <T>(
  app: { runJobs(): Promise<void> },
  what: string,
  check: () => T | Promise<T>,
): Promise<Exclude<T, false | null | undefined>> =>
  eventually(what, async () => {
    await app.runJobs();
    return check();
  });
