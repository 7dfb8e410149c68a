/** Headphone keys, and the media display of phones. Both require a sound, so we play silence. */

type Actions = { play(): void; pause(): void; nexttrack(): void; previoustrack(): void; stop(): void };

export type Media = { show(isPlaying: boolean): void; end(): void };

/** Shorter sounds are not shown. */
const SECONDS = 10;
const HZ = 8000;
const HEAD_BYTES = 44;

/** A WAV with one channel and eight bits, in which 128 is silence. */
export function silence(): Uint8Array<ArrayBuffer> {
  const length = SECONDS * HZ;
  const bytes = new Uint8Array(HEAD_BYTES + length).fill(128);
  const view = new DataView(bytes.buffer);
  const word = (at: number, text: string): void => {
    for (const [index, sign] of [...text].entries()) bytes[at + index] = sign.charCodeAt(0);
  };
  word(0, 'RIFF');
  view.setUint32(4, HEAD_BYTES - 8 + length, true);
  word(8, 'WAVEfmt ');
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, HZ, true);
  view.setUint32(28, HZ, true);
  view.setUint16(32, 1, true);
  view.setUint16(34, 8, true);
  word(36, 'data');
  view.setUint32(40, length, true);
  return bytes;
}

export function openMedia(
  { title, album }: { title: string; album: string },
  actions: Actions,
): Media | null {
  if (!('mediaSession' in navigator)) return null;
  const { mediaSession: media } = navigator;
  const address = URL.createObjectURL(new Blob([silence()], { type: 'audio/wav' }));
  const sound = new Audio(address);
  sound.loop = true;
  const set = (name: keyof Actions, deed: (() => void) | null): void => {
    try {
      media.setActionHandler(name, deed);
    } catch {
      // Not every browser supports every key.
    }
  };
  const names = Object.keys(actions) as (keyof Actions)[];
  for (const name of names) set(name, actions[name]);
  media.metadata = new MediaMetadata({ title, album });
  return {
    show(isPlaying) {
      media.playbackState = isPlaying ? 'playing' : 'paused';
      // If this fails, only the keys are missing.
      if (isPlaying) void sound.play().catch(() => undefined);
      else sound.pause();
    },
    end() {
      sound.pause();
      sound.removeAttribute('src');
      URL.revokeObjectURL(address);
      media.playbackState = 'none';
      media.metadata = null;
      for (const name of names) set(name, null);
    },
  };
}
