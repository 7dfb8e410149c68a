/** Speaks sentence by sentence. Pauses by stopping, because remote voices and those of phones cannot pause. */
import { mostAtOnce, partsOf } from './sentences.ts';

export type Words = { words: string; language: string };
export type PlayerState = 'playing' | 'paused' | 'ended';

export type Player = {
  readonly state: PlayerState;
  readonly at: number;
  play(at?: number): void;
  pause(): void;
  /** Moves by sentences. A paused player stays paused. */
  step(by: number): void;
  /** For another voice or speed: restarts the current sentence. */
  renew(): void;
  end(): void;
};

export type PlayerOptions = {
  speech: Pick<SpeechSynthesis, 'speak' | 'cancel' | 'speaking' | 'pending'>;
  sentences: readonly Words[];
  utter(words: string, language: string): SpeechSynthesisUtterance;
  onMove(at: number): void;
  onState(state: PlayerState): void;
  /** `silent`: nothing is heard, and the browser reports no error. */
  onFailed(code: string): void;
};

export function createPlayer(options: PlayerOptions): Player {
  const { sentences, utter, onMove, onState, onFailed } = options;
  const mouth = openMouth(options.speech);
  let state: PlayerState = 'paused';
  let at = 0;
  let part = 0;

  function become(next: PlayerState): void {
    state = next;
    mouth.watch(next === 'playing');
    onState(next);
  }

  function say(): void {
    mouth.stop();
    const sentence = sentences[at];
    if (sentence) sayPart(sentence);
    else become('ended');
  }

  function sayPart({ words, language }: Words): void {
    const first = utter(words, language);
    const parts = partsOf(words, mostAtOnce(words, first.rate));
    mouth.say(parts.length < 2 ? first : utter(parts[part] ?? '', language), {
      ended() {
        part += 1;
        if (part >= parts.length) move(at + 1);
        else say();
      },
      failed(code) {
        mouth.stop();
        become('paused');
        onFailed(code);
      },
    });
  }

  function move(to: number): void {
    [at, part] = [to, 0];
    if (to < sentences.length) onMove(at);
    if (state === 'playing') say();
  }

  return {
    get state() {
      return state;
    },
    get at() {
      return at;
    },
    play(to = at) {
      if (to !== at || at >= sentences.length) [at, part] = [to < sentences.length ? to : 0, 0];
      become('playing');
      onMove(at);
      say();
    },
    pause() {
      mouth.stop();
      become('paused');
    },
    step(by) {
      const to = Math.max(0, Math.min(at + by, sentences.length));
      if (to < sentences.length || state === 'playing') move(to);
    },
    renew() {
      if (state !== 'playing') return;
      part = 0;
      say();
    },
    end() {
      mouth.stop();
      mouth.watch(false);
      state = 'ended';
    },
  };
}

/** How often we check for a voice that has stopped without an event. */
const LOOK_MS = 2000;
/** Errors that browsers report for utterances we have stopped. */
const STOPPED = new Set(['canceled', 'interrupted']);

type Heard = { ended(): void; failed(code: string): void };

/** One utterance at a time. Events of earlier ones are ignored. */
function openMouth(speech: PlayerOptions['speech']) {
  /** Browsers drop an utterance without a reference, and its end event with it. */
  let said: { utterance: SpeechSynthesisUtterance; heard: Heard; hasBegun: boolean } | null = null;
  let quiet = 0;
  let timer: ReturnType<typeof setInterval> | undefined;

  /** A voice may lose its end event, or never begin. Neither causes an error. */
  function look(): void {
    quiet = speech.speaking || speech.pending ? 0 : quiet + 1;
    if (quiet < 2 || !said) return;
    quiet = 0;
    if (said.hasBegun) said.heard.ended();
    else said.heard.failed('silent');
  }

  return {
    say(utterance: SpeechSynthesisUtterance, heard: Heard): void {
      const own = { utterance, heard, hasBegun: false };
      utterance.onstart = () => {
        own.hasBegun = true;
      };
      utterance.onend = () => {
        if (said === own) heard.ended();
      };
      utterance.onerror = ({ error }) => {
        if (said === own && !STOPPED.has(error)) heard.failed(error);
      };
      [said, quiet] = [own, 0];
      speech.speak(utterance);
    },
    stop(): void {
      said = null;
      if (speech.speaking || speech.pending) speech.cancel();
    },
    watch(isOn: boolean): void {
      clearInterval(timer);
      quiet = 0;
      if (isOn) timer = setInterval(look, LOOK_MS);
    },
  };
}
