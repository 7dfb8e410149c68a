/** A tab as on a slow phone on a slow line. */
import type { Browser, CDPSession, Page } from 'playwright';

const CPU_SLOWER = 4;
const LATENCY_MS = 400;
const BYTES_PER_SECOND = 400_000 / 8;

export type SlowPhone = {
  page: Page;
  line: CDPSession;
  /** From here on; a new tab is slow from the start. */
  setSlow(isSlow: boolean): Promise<void>;
  close(): Promise<void>;
};

export async function openPhone(browser: Browser): Promise<SlowPhone> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  const setSlow = async (isSlow: boolean) => {
    await line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: isSlow ? LATENCY_MS : 0,
      downloadThroughput: isSlow ? BYTES_PER_SECOND : -1,
      uploadThroughput: isSlow ? BYTES_PER_SECOND : -1,
    });
    await line.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? CPU_SLOWER : 1 });
  };
  await setSlow(true);
  return { page, line, setSlow, close: () => context.close() };
}
