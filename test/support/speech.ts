/** A fake voice for browsers without one: utterances end when the test says so, with the real events in order. */
import type { Page } from 'playwright';

export type SaidWords = { text: string; lang: string; rate: number; voice: string | null };

type StandIn = { said: SaidWords[]; finish(): boolean; refuse(error: string): void };

declare global {
  var speech: StandIn;
}

/** `languages`: those of the voices, which load late like real ones. `refusal`: error of every utterance. */
export async function giveVoices(
  page: Page,
  { languages, refusal }: { languages: readonly string[]; refusal?: string },
): Promise<void> {
  await page.addInitScript(
    ({ languages, refusal }) => {
      class Utterance {
        text: string;
        lang = '';
        rate = 1;
        voice: { name: string } | null = null;
        onstart?: (event: object) => void;
        onend?: (event: object) => void;
        onerror?: (event: object) => void;
        constructor(text: string) {
          this.text = text;
        }
      }
      let voices: object[] = [];
      const queue: Utterance[] = [];
      let current: Utterance | undefined;
      const said: SaidWords[] = [];
      class Speech extends EventTarget {
        get speaking() {
          return current !== undefined;
        }
        get pending() {
          return queue.length > 0;
        }
        getVoices = () => voices;
        speak(utterance: Utterance) {
          queue.push(utterance);
          setTimeout(next);
        }
        cancel() {
          const stopped = [...(current ? [current] : []), ...queue.splice(0)];
          const first = current;
          current = undefined;
          for (const each of stopped)
            setTimeout(() => each.onerror?.({ error: each === first ? 'interrupted' : 'canceled' }));
        }
      }
      function next(): void {
        if (current) return;
        current = queue.shift();
        if (!current) return;
        const { text, lang, rate, voice } = current;
        if (refusal) {
          globalThis.speech.refuse(refusal);
          return;
        }
        said.push({ text, lang, rate, voice: voice?.name ?? null });
        current.onstart?.({});
      }
      globalThis.speech = {
        said,
        finish() {
          const ended = current;
          current = undefined;
          ended?.onend?.({});
          return ended !== undefined;
        },
        refuse(error) {
          const refused = current;
          current = undefined;
          refused?.onerror?.({ error });
        },
      };
      const speechSynthesis = new Speech();
      for (const [name, value] of Object.entries({ speechSynthesis, SpeechSynthesisUtterance: Utterance }))
        Object.defineProperty(globalThis, name, { value, configurable: true });
      setTimeout(() => {
        voices = languages.map((lang) => ({
          name: `Voice of ${lang}`,
          voiceURI: `voice:${lang}`,
          lang,
          localService: true,
          default: false,
        }));
        speechSynthesis.dispatchEvent(new Event('voiceschanged'));
      });
    },
    { languages, refusal },
  );
}

export const said = (page: Page): Promise<SaidWords[]> => page.evaluate(() => globalThis.speech.said);

export const finish = (page: Page): Promise<boolean> => page.evaluate(() => globalThis.speech.finish());
