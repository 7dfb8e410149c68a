/** Reads a chapter aloud: the bar, the voice, the highlighted sentence, and the way into the next chapter. */
import { areLettersOff } from '../stage/memory.ts';
import { goOnAt, keepVoice, readKept } from './local-storage.ts';
import { type Media, openMedia } from './media.ts';
import { createPlayer, type Player } from './player.ts';
import { createSight, firstInSight, type Sight } from './sight.ts';
import { rangeOf, type Said, saidOf } from './text.ts';
import { bringVoices, languageOf, voicesOf } from './voices.ts';

export type Reader = {
  start(from: 'top' | 'screen' | Range): void;
  close(): void;
};

type Bar = {
  element: HTMLElement;
  told: HTMLElement | null;
  follow: HTMLElement | null;
  play: HTMLElement | null;
  voice: HTMLSelectElement | null;
  rate: HTMLSelectElement | null;
};

const FIELD = 'input,textarea,select,[contenteditable]';
const OVER = 'details[data-panel][open],dialog[open]';
const KEYS: Readonly<Record<string, Command>> = { p: 'play', ',': 'previous', '.': 'next' };

function barOf(element: HTMLElement): Bar {
  const find = <E extends HTMLElement>(name: string) => element.querySelector<E>(`[data-aloud="${name}"]`);
  return {
    element,
    told: element.querySelector('[role=status]'),
    follow: find('follow'),
    play: find('play'),
    voice: find('voice'),
    rate: find('rate'),
  };
}

/** `next`: address of the next chapter; `onClose`: called however reading ends. */
export function openReader(
  article: HTMLElement,
  element: HTMLElement,
  { next, onClose }: { next: string | null; onClose(): void },
): Reader {
  const left = new AbortController();
  const { signal } = left;
  const bar = barOf(element);
  const tell = (name = ''): void => {
    if (bar.told) bar.told.textContent = element.dataset[name] ?? '';
  };
  const said = saidOf(article);
  element.hidden = false;
  tell();
  const sight = createSight(article, element, {
    onAway(isAway) {
      if (bar.follow) bar.follow.hidden = !isAway;
    },
    signal,
  });
  const title = article.querySelector('h1')?.textContent ?? '';
  const album = document.querySelector('header [dir=auto] > b')?.textContent ?? '';
  let media: Media | null = null;
  let player: Player | undefined;
  let wished: Parameters<Reader['start']>[0] = 'screen';

  function close(): void {
    if (signal.aborted) return;
    const isHeld = element.contains(document.activeElement);
    left.abort();
    player?.end();
    media?.end();
    sight.clear();
    element.hidden = true;
    if (isHeld && document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  }

  /** A reader who asks for a sentence wants to see it. */
  const ask = (deed: (player: Player) => void): void => {
    if (!player) return;
    deed(player);
    const now = said[player.at];
    if (now && !signal.aborted) sight.show(now, true);
  };
  const commands = {
    play: () => ask((player) => (player.state === 'playing' ? player.pause() : player.play())),
    next: () => ask((player) => player.step(1)),
    previous: () => ask((player) => player.step(-1)),
    follow() {
      ask(() => undefined);
      bar.play?.focus();
    },
    close,
  };
  const actions = {
    play: () => player?.play(),
    pause: () => player?.pause(),
    nexttrack: commands.next,
    previoustrack: commands.previous,
    stop: close,
  };

  function begin(): void {
    if (!player) return;
    player.play(
      wished === 'top' ? 0 : wished === 'screen' ? firstInSight(article, said) : atOf(said, wished),
    );
  }

  const speech = 'speechSynthesis' in globalThis ? speechSynthesis : null;
  const language = said[0]?.language ?? document.documentElement.lang;
  listen(bar, commands, signal);
  // A page left for good goes silent. A hidden tab keeps speaking.
  addEventListener('pagehide', close, { signal });
  if (!speech) tell('unsupported');
  else
    void bringVoices(speech).then((all) => {
      if (signal.aborted) return;
      if (voicesOf(all, language).length === 0) return tell('noVoice');
      media = openMedia({ title, album }, actions);
      player = playerOf(speech, all, { said, bar, sight, tell, media: () => media, next, signal });
      showChoices(bar, voicesOf(all, language), { language, renew: () => player?.renew(), signal });
      begin();
    });
  return {
    start(from) {
      wished = from;
      begin();
      bar.play?.focus({ preventScroll: true });
    },
    close,
  };
}

type Around = {
  said: readonly Said[];
  bar: Bar;
  sight: Sight;
  tell(name?: string): void;
  media(): Media | null;
  next: string | null;
  signal: AbortSignal;
};

function playerOf(
  speech: SpeechSynthesis,
  all: readonly SpeechSynthesisVoice[],
  { said, bar, sight, tell, media, next, signal }: Around,
): Player {
  const { play } = bar;
  return createPlayer({
    speech,
    sentences: said,
    utter(words, language) {
      const { rate, voices } = readKept();
      const utterance = new SpeechSynthesisUtterance(words);
      const ours = voicesOf(all, language);
      const voice = ours.find(({ voiceURI }) => voiceURI === voices[languageOf(language)]) ?? ours[0];
      utterance.lang = voice?.lang ?? language;
      if (voice) utterance.voice = voice;
      utterance.rate = rate;
      return utterance;
    },
    onMove(at) {
      const now = said[at];
      if (now) sight.show(now);
    },
    onState(state) {
      if (signal.aborted) return;
      const isPlaying = state === 'playing';
      bar.element.dataset.state = state;
      const name = isPlaying ? play?.dataset.pause : play?.dataset.play;
      for (const each of ['aria-label', 'title']) play?.setAttribute(each, name ?? '');
      media()?.show(isPlaying);
      if (isPlaying) tell();
      if (state !== 'ended') return;
      if (next) goOnAt(next);
      else tell('ended');
    },
    // Some browsers require a press on each page.
    onFailed: (code) => tell(code === 'not-allowed' ? 'press' : 'failed'),
  });
}

function atOf(said: readonly Said[], { startContainer, startOffset }: Range): number {
  const found = said.findIndex((each) => {
    const range = rangeOf(each);
    return range !== null && range.comparePoint(startContainer, startOffset) <= 0;
  });
  return Math.max(0, found);
}

function showChoices(
  { voice, rate }: Bar,
  voices: readonly SpeechSynthesisVoice[],
  { language, renew, signal }: { language: string; renew(): void; signal: AbortSignal },
): void {
  const kept = readKept();
  voice?.replaceChildren(
    ...voices.map(
      ({ name, voiceURI }) =>
        new Option(name, voiceURI, false, voiceURI === kept.voices[languageOf(language)]),
    ),
  );
  if (rate) rate.value = String(kept.rate);
  voice?.addEventListener(
    'change',
    () => {
      const now = readKept();
      keepVoice({ ...now, voices: { ...now.voices, [languageOf(language)]: voice.value } });
      renew();
    },
    { signal },
  );
  rate?.addEventListener(
    'change',
    () => {
      keepVoice({ ...readKept(), rate: Number(rate.value) });
      renew();
    },
    { signal },
  );
}

type Command = 'close' | 'follow' | 'next' | 'play' | 'previous';

function listen(
  { element }: Bar,
  commands: Readonly<Record<Command, () => void>>,
  signal: AbortSignal,
): void {
  element.addEventListener(
    'click',
    ({ target }) => {
      const by = target instanceof Element && target.closest<HTMLElement>('button[data-aloud]');
      if (by) commands[by.dataset.aloud as Command]();
    },
    { signal },
  );
  addEventListener(
    'keydown',
    (event) => {
      const { target, key, defaultPrevented, isComposing } = event;
      if (event.ctrlKey || event.metaKey || event.altKey || defaultPrevented || isComposing) return;
      if (
        document.querySelector(OVER) ||
        document.querySelector<HTMLElement>('#note')?.matches(':popover-open')
      )
        return;
      if (key === 'Escape') {
        event.preventDefault();
        commands.close();
        return;
      }
      if (areLettersOff() || (target instanceof Element && target.closest(FIELD))) return;
      const command = KEYS[key.toLowerCase()];
      if (!command) return;
      event.preventDefault();
      commands[command]();
    },
    { signal },
  );
}
