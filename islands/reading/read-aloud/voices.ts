export type Voice = Pick<SpeechSynthesisVoice, 'name' | 'lang' | 'voiceURI' | 'localService' | 'default'>;

/** Voices load asynchronously. A browser without voices never fires the event. */
const PATIENCE_MS = 3000;

/** `de` for `de-AT`, and for `de_AT` as on Android. */
export const languageOf = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

const tagOf = (lang: string): string => lang.replace('_', '-').toLowerCase();

/** Its own country ranks first, then the browser's default, then voices that work offline. */
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
