/** The desk of an episode: its known notes, the draft, and what readers feel. */
import type { Mine } from '../../stage/types.ts';
import { askAboutNotes } from './ask.ts';
import { knowNotes } from './loaded.ts';
import { keepDraft, noteReturn, readDraft } from './local-storage.ts';
import { changeSetting, isSignedIn, shownSetting, takeSetting } from './setting.ts';
import type { Desk, Draft, Item } from './types.ts';
import { keepSending } from './unsent.ts';

export type DeskOptions = {
  episodeId: string;
  items: readonly Item[];
  /** Field name of the item ids in the API. */
  kind: 'page_id' | 'chapter_id';
  /** Only for a text: characters that have been on screen, and the words at a place. */
  text?: { upto(): number; wordsAt(offset: number): string };
  known: Promise<Pick<Mine, 'notes'> | null>;
  signal: AbortSignal;
};

export function openDesk({ episodeId, items, kind, text, known, signal }: DeskOptions): Desk {
  const listeners = new Set<() => void>();
  let version = 0;
  let readers = 0;
  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const notes = knowNotes(episodeId, { kind, upto: () => text?.upto() ?? null, signal, changed });
  document.addEventListener('person-out-of-sight', ({ detail }) => notes.drop(detail), { signal });
  const sending = keepSending(episodeId, { signal, changed, sent: notes.add });

  const desk: { -readonly [Name in keyof Desk]: Desk[Name] } = {
    episodeId,
    items,
    here: [],
    setting: shownSetting(),
    draft: null,
    shown: null,
    rights: notes.rights,
    isSignedIn,
    unsent: sending.all,
    wordsAt: (offset) => text?.wordsAt(offset) ?? '',
    of: notes.of,
    feltAt: notes.feltAt,
    version: () => version,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look(here) {
      if (here.length === desk.here.length && here.every(({ id }, at) => id === desk.here[at]?.id)) return;
      settle({ here });
    },
    further: notes.further,
    open() {
      readers += 1;
      load();
      return () => {
        readers -= 1;
      };
    },
    set: (change) => settle({ setting: changeSetting(change) }),
    showNote(id) {
      desk.shown = { id };
      changed();
    },
    write(place) {
      const begun = desk.draft ?? readDraft(episodeId) ?? { text: '', key: crypto.randomUUID(), place: null };
      draw(place ? { ...begun, place } : begun);
    },
    type: (text) => desk.draft && draw({ ...desk.draft, text }),
    stop: () => draw(null),
    async send() {
      if (!desk.draft?.place) return { ok: false, status: 0, message: null };
      const { text: body, place, key } = desk.draft;
      const outcome = await sending.send({ body, place, key });
      // A note that waits for a connection leaves the draft. A refused one stays there to be corrected.
      if (outcome.ok || outcome.status === 0) {
        keepDraft(episodeId, null);
        draw(null);
      }
      return outcome;
    },
    leaveToSignIn: () => noteReturn(episodeId),
    forget: sending.forget,
    async act({ deed, note, call }) {
      const outcome = await askAboutNotes(call);
      // A 404 means that the note is already deleted.
      if (!outcome.ok && (deed !== 'remove' || outcome.status !== 404)) return outcome;
      if (deed === 'mute' || deed === 'block') notes.drop(note.author.id);
      else notes.change(note, deed === 'remove' ? null : { ...note, hidden: deed === 'hide' });
      return outcome;
    },
    react: notes.react,
  };
  /** Readers who hide notes download none. */
  const load = (): void => notes.look(desk.setting.shown || readers > 0 ? desk.here : []);
  function settle(change: Partial<Pick<Desk, 'here' | 'setting'>>): void {
    Object.assign(desk, change);
    load();
    changed();
  }
  function draw(draft: Draft | null): void {
    desk.draft = draft;
    if (draft) keepDraft(episodeId, draft);
    changed();
  }
  void known.then((own) => {
    const setting = signal.aborted ? null : takeSetting(own?.notes);
    if (setting) settle({ setting });
  });
  return desk;
}
