/** A sleep that can be cut short. A ring while nobody sleeps ends the next sleep, so that no wake-up is lost. */
export type Alarm = { ring(): void; sleep(ms: number): Promise<void> };

export function createAlarm(): Alarm {
  let rung = false;
  let wake: (() => void) | null = null;
  return {
    ring() {
      rung = true;
      wake?.();
    },
    async sleep(ms) {
      if (!rung) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      wake = null;
      rung = false;
    },
  };
}
