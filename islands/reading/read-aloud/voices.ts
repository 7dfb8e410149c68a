/** Voices of this device. */

export type Voice = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'voiceURI' | 'localService' | 'default'>;

/** Browsers bring them a little later; one that has none never does. */
const PATIENCE_MS = 3000;

/** `de` of `de-AT` and of `de_AT`, as Android writes it. */
export const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

const tagOf = (lang: string): string => lang.replace('_', '-').toLowerCase();

/** Those of a language: of its own country first, then the browser's own, then those that need no line. */
export function voicesOf<V extends Voice>(all: readonly V[], language: string): V[] {
  const rank = (voice: V): number =>
    (tagOf(voice.lang) === tagOf(language) ? 4 : 0) + (voice.default ? 2 : 0) + (voice.localService ? 1 : 0);
  return all
    .filter(({ lang }) => languageOf(lang) === languageOf(language))
    .map((voice, at) => ({ voice, at }))
    .sort((a, b) => rank(b.voice) - rank(a.voice) || a.at - b.at)
    .map(({ voice }) => voice);
}

export function bringVoices(speech: SpeechSynthesis): Promise<SpeechSynthesisVoice[]> {
  const known = speech.getVoices();
  if (known.length > 0) return Promise.resolve(known);
  return new Promise((resolve) => {
    const done = new AbortController();
    const end = (): void => {
      clearTimeout(timer);
      done.abort();
      resolve(speech.getVoices());
    };
    const timer = setTimeout(end, PATIENCE_MS);
    speech.addEventListener('voiceschanged', end, { signal: done.signal });
  });
}
