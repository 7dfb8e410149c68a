import type { Browser, CDPSession, Page } from 'playwright';

const CPU_SLOWER = 4;

export type Line = { latencyMs: number; bytesPerSecond: number };
export const SLOW_LINE: Line = { latencyMs: 400, bytesPerSecond: 400_000 / 8 };
export const FAST_LINE: Line = { latencyMs: 150, bytesPerSecond: 1_600_000 / 8 };
export const UNLIMITED: Line = { latencyMs: 0, bytesPerSecond: -1 };

export type SlowPhone = {
  page: Page;
  line: CDPSession;
  /** Applies from now on. A new tab starts slow. */
  setSlow(isSlow: boolean): Promise<void>;
  close(): Promise<void>;
};

const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true, isMobile: true };
const DESKTOP = { viewport: { width: 1280, height: 900 } };

/** Without a connection profile, opens a fast desktop. */
export async function openPhone(browser: Browser, on: Line | null = SLOW_LINE): Promise<SlowPhone> {
  const context = await browser.newContext(on === null ? DESKTOP : PHONE);
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const setSlow = async (isSlow: boolean) => {
    const { latencyMs, bytesPerSecond } = (isSlow && on) || UNLIMITED;
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: latencyMs,
      downloadThroughput: bytesPerSecond,
      uploadThroughput: bytesPerSecond,
    });
    await line.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? CPU_SLOWER : 1 });
  };
  await setSlow(on !== null);
  return { page, line, setSlow, close: () => context.close() };
}
