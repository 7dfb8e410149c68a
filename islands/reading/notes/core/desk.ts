/** The desk of an episode: its known notes, the draft, and what readers feel. */
import type { PopKind } from '#server/domains/community/short-notes/rules.ts';
import { onOutOfSight } from '../../../community/blocked.ts';
import { askAboutNotes } from './ask.ts';
import { knowNotes } from './loaded.ts';
import { keepDraft, noteReturn, readDraft } from './local-storage.ts';
import { changeSetting, isSignedIn, shownSetting, takeSetting } from './setting.ts';
import type { Desk, Draft, Felt, Item, Note, NoteDeed, Outcome, Place, Setting } from './types.ts';
import { keepSending } from './unsent.ts';

export type DeskOptions = {
  episodeId: string;
  items: readonly Item[];
  /** Field name of the item ids in the API. */
  kind: 'page_id' | 'chapter_id';
  /** Only for a text: characters that have been on screen, and the words at a place. */
  text?: { upto(): number; wordsAt(offset: number): string };
  known: Promise<{ notes?: (Setting & { chosen_at: string }) | null } | null>;
  signal: AbortSignal;
};

export const itemOf = (place: Place): string => ('page_id' in place ? place.page_id : place.chapter_id);

export function openDesk({ episodeId, items, kind, text, known, signal }: DeskOptions): Desk {
  const listeners = new Set<() => void>();
  let version = 0;
  let here: readonly Item[] = [];
  let setting = shownSetting();
  let draft: Draft | null = null;
  let readers = 0;
  const changed = (): void => {
    version += 1;
    for (const listener of listeners) listener();
  };
  const notes = knowNotes(episodeId, { kind, upto: () => text?.upto() ?? null, signal, changed });
  onOutOfSight(notes.drop, signal);
  const sending = keepSending(episodeId, {
    signal,
    changed,
    sent: (note) => notes.add(note.page_id ?? note.chapter_id ?? '', note),
  });
  /** Readers who hide notes download none. */
  const ask4Here = (): void => notes.look(setting.shown || readers > 0 ? here : []);
  void known.then((own) => {
    const chosen = signal.aborted ? null : takeSetting(own?.notes);
    if (!chosen) return;
    setting = chosen;
    ask4Here();
    changed();
  });
  function setDraft(next: Draft | null): void {
    draft = next;
    if (next) keepDraft(episodeId, next);
    changed();
  }

  async function send(): Promise<Outcome> {
    if (!draft?.place) return { ok: false, status: 0, message: null };
    const { text: body, place, key } = draft;
    const outcome = await sending.send({ body, place, key });
    // A note that waits for a connection leaves the draft. A refused one stays there to be corrected.
    if (!outcome.ok && outcome.status !== 0) return outcome;
    keepDraft(episodeId, null);
    setDraft(null);
    return outcome;
  }

  const now = {
    here: () => here,
    setting: () => setting,
    draft: () => draft,
    unsent: sending.all,
    isSignedIn,
    isClosed: () => notes.rights.closed && !notes.rights.moderates,
    moderates: () => notes.rights.moderates,
    statesReasons: () => notes.rights.statesReasons,
  };
  return asked(now, {
    episodeId,
    items,
    wordsAt: (offset) => text?.wordsAt(offset) ?? '',
    of: notes.of,
    feltAt: notes.feltAt,
    isNoted: notes.isNoted,
    version: () => version,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    look(next) {
      if (next.length === here.length && next.every(({ id }, at) => id === here[at]?.id)) return;
      here = next;
      ask4Here();
      changed();
    },
    further: notes.further,
    open() {
      readers += 1;
      ask4Here();
      return () => {
        readers -= 1;
      };
    },
    set(change) {
      setting = changeSetting(change);
      ask4Here();
      changed();
    },
    write(place) {
      const begun = draft ?? readDraft(episodeId) ?? { text: '', key: crypto.randomUUID(), place: null };
      setDraft(place ? { ...begun, place } : begun);
    },
    type: (text) => draft && setDraft({ ...draft, text }),
    stop: () => setDraft(null),
    send,
    leaveToSignIn: () => noteReturn(episodeId),
    forget: sending.forget,
    act: (deed, note) => act(notes, deed, note),
    react: (itemId, kindOf) => react(notes, { kind, itemId, felt: kindOf }),
  });
}

type Changing =
  | ('here' | 'setting' | 'draft' | 'unsent')
  | ('isSignedIn' | 'isClosed' | 'moderates' | 'statesReasons');

/** Changing values become getters, so that they are always current. */
function asked(now: { [Name in Changing]: () => Desk[Name] }, rest: Omit<Desk, Changing>): Desk {
  const desk = { ...rest } as Desk;
  for (const [name, get] of Object.entries(now)) Object.defineProperty(desk, name, { get });
  return desk;
}

type Notes = ReturnType<typeof knowNotes>;

const CALLS: Record<NoteDeed, (note: Note) => string> = {
  remove: ({ id }) => `DELETE /tsukkomi_comments/${id}`,
  hide: ({ id }) => `POST /tsukkomi_comments/${id}/hide`,
  show: ({ id }) => `POST /tsukkomi_comments/${id}/show`,
  mute: ({ author }) => `PUT /users/${author.id}/mute`,
  block: ({ author }) => `PUT /users/${author.id}/block`,
};

async function act(notes: Notes, deed: NoteDeed, note: Note): Promise<Outcome> {
  const { ok, status, message } = await askAboutNotes(CALLS[deed](note));
  const itemId = note.page_id ?? note.chapter_id ?? '';
  // A 404 means that the note is already deleted.
  if (ok || (deed === 'remove' && status === 404)) {
    if (deed === 'mute' || deed === 'block') notes.drop(note.author.id);
    else
      notes.change(itemId, (all) =>
        deed === 'remove'
          ? all.filter(({ id }) => id !== note.id)
          : all.map((each) => (each.id === note.id ? { ...each, hidden: deed === 'hide' } : each)),
      );
  }
  return { ok, status, message };
}

/** Shown at once, and reverted when the server refuses. The same feeling again removes it. */
async function react(
  notes: Notes,
  { kind, itemId, felt: chosen }: { kind: DeskOptions['kind']; itemId: string; felt: PopKind },
): Promise<Outcome> {
  const before = notes.feltAt(itemId);
  const mine = before.mine === chosen ? null : chosen;
  const counts = { ...before.counts };
  if (before.mine) counts[before.mine] = Math.max(0, (counts[before.mine] ?? 0) - 1);
  if (mine) counts[mine] = (counts[mine] ?? 0) + 1;
  notes.feel(itemId, { counts, mine });
  const body = { [kind]: itemId, kind: chosen };
  const { ok, status, message, body: now } = await askAboutNotes<Felt>('POST /pop_reaction', { body });
  notes.feel(itemId, now ? { counts: now.counts, mine: now.mine } : before);
  return { ok, status, message };
}
