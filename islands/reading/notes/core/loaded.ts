/** Loads the notes of items on screen. Cancels a request when its item leaves, and drops old items. */
import type { NoteList } from '#server/domains/community/short-notes/queries.ts';
import type { PopKind } from '#server/domains/community/short-notes/rules.ts';
import { askAboutNotes } from './ask.ts';
import type { Felt, Item, Known, Note, Outcome, Rights } from './types.ts';

/** Pages that the reader only passes load no notes. */
const REST_MS = 250;
/** Retry delays: the account learns of a new page a little later than its reader. */
const AGAIN_MS = [1200, 2500, 5000, 8000];
const KEPT_MAX_COUNT = 40;
/** Notes are loaded again after this time, to show what others have left meanwhile. */
const FRESH_MS = 60_000;
const SUMMARY_FRESH_MS = 20_000;

type Entry = Known & { upto: number; at: number; tries: number; leaving: AbortController; timer: number };
type Summary = {
  pop_reactions: { item_id: string; counts: Record<PopKind, number>; mine: PopKind | null }[];
  noted_ids: string[];
  closed: boolean;
  moderates: boolean;
  states_reasons: boolean;
};

const NOTHING: NoteList = { tsukkomi_comments: [], further: 0, reached: true };

type Options = {
  kind: 'page_id' | 'chapter_id';
  /** Characters of a chapter that have been on screen; null for pages. */
  upto: () => number | null;
  signal: AbortSignal;
  changed(): void;
};

export function knowNotes(episodeId: string, options: Options) {
  const { signal, changed } = options;
  const summary = keepSummary(episodeId, options);
  const { all, clear, ...entries } = keepEntries(episodeId, summary, options);
  signal.addEventListener('abort', clear);
  const put = (note: Note, changeOf: (notes: readonly Note[]) => readonly Note[]): void => {
    const entry = all.get(itemOf(note));
    if (entry) entry.notes = changeOf(entry.notes);
    changed();
  };
  return {
    rights: summary.rights,
    feltAt: summary.feltAt,
    react: summary.react,
    ...entries,
    of: (id: string): Known | undefined => all.get(id),
    add(note: Note): void {
      summary.note(itemOf(note));
      put(note, (notes) => [...notes.filter(({ id }) => id !== note.id), note]);
    },
    /** Null removes the note. */
    change: (note: Note, next: Note | null): void =>
      put(note, (notes) => notes.flatMap((each) => (each.id === note.id ? (next ?? []) : each))),
    drop(personId: string): void {
      for (const entry of all.values())
        entry.notes = entry.notes.filter(({ author }) => author.id !== personId);
      changed();
    },
  };
}

const itemOf = (note: Note): string => note.page_id ?? note.chapter_id ?? '';

/** Which items have notes, and the feelings at each: one request per episode. */
function keepSummary(episodeId: string, { kind, signal, changed }: Options) {
  const felt = new Map<string, Felt>();
  const rights: Rights = { isClosed: false, moderates: false, statesReasons: false };
  let noted: Set<string> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let coming: Promise<void> | null = null;
  const feltAt = (id: string): Felt => felt.get(id) ?? { counts: {}, mine: null };

  async function bring(): Promise<void> {
    if (performance.now() - askedAt < SUMMARY_FRESH_MS) return;
    const { body } = await askAboutNotes<Summary>(`GET /pop_reactions?episode_id=${episodeId}`, { signal });
    askedAt = performance.now();
    if (!body || signal.aborted) return;
    const { closed, moderates, states_reasons: statesReasons } = body;
    noted = new Set(body.noted_ids);
    Object.assign(rights, { isClosed: closed && !moderates, moderates, statesReasons });
    for (const { item_id: id, ...feelings } of body.pop_reactions) felt.set(id, feelings);
    changed();
  }

  function feel(id: string, now: Felt): void {
    felt.set(id, now);
    changed();
  }

  return {
    rights,
    feltAt,
    need(): Promise<void> {
      coming ??= bring().finally(() => {
        coming = null;
      });
      return coming;
    },
    /** Null when unknown. */
    isNoted: (id: string): boolean | null => noted?.has(id) ?? null,
    note: (id: string): unknown => noted?.add(id),
    /** Shown at once, and reverted when the server refuses. The same feeling again removes it. */
    async react(id: string, chosen: PopKind): Promise<Outcome> {
      const before = feltAt(id);
      const mine = before.mine === chosen ? null : chosen;
      const counts = { ...before.counts };
      if (before.mine) counts[before.mine] = Math.max(0, (counts[before.mine] ?? 0) - 1);
      if (mine) counts[mine] = (counts[mine] ?? 0) + 1;
      feel(id, { counts, mine });
      const body = { [kind]: id, kind: chosen };
      const outcome = await askAboutNotes<Felt>('POST /pop_reaction', { body });
      feel(id, outcome.body ?? before);
      return outcome;
    },
  };
}

function keepEntries(
  episodeId: string,
  summary: ReturnType<typeof keepSummary>,
  { kind, upto, changed }: Options,
) {
  const all = new Map<string, Entry>();
  let here: readonly Item[] = [];

  function giveUp(id: string): void {
    const entry = all.get(id);
    if (!entry) return;
    clearTimeout(entry.timer);
    entry.leaving.abort();
    if (entry.state === 'coming') all.delete(id);
  }

  async function load(id: string, entry: Entry): Promise<void> {
    const { signal } = entry.leaving;
    await summary.need();
    if (signal.aborted) return;
    // If the summary failed, we ask for the page itself.
    if (summary.isNoted(id) === false) return take(id, entry, NOTHING);
    const seen = upto();
    entry.upto = seen ?? 0;
    const part = seen === null ? '' : `&upto=${seen}`;
    const call = `GET /tsukkomi_comments?episode_id=${episodeId}&${kind}=${id}${part}`;
    const { body } = await askAboutNotes<NoteList>(call, { signal });
    if (!signal.aborted) take(id, entry, body);
  }

  function take(id: string, entry: Entry, list: NoteList | null): void {
    entry.at = performance.now();
    if (list) Object.assign(entry, { notes: list.tsukkomi_comments, further: list.further });
    entry.state = list === null ? 'failed' : list.reached ? 'here' : 'ahead';
    const waitMs = entry.state === 'here' ? undefined : AGAIN_MS[entry.tries];
    entry.tries += 1;
    if (waitMs !== undefined)
      entry.timer = window.setTimeout(() => {
        if (all.get(id) !== entry || !here.some((item) => item.id === id)) return;
        entry.state = 'coming';
        void load(id, entry);
      }, waitMs);
    changed();
  }

  function begin(id: string): void {
    const old = all.get(id);
    const isFresh = old?.state === 'here' && performance.now() - old.at < FRESH_MS;
    if (old && (isFresh || old.state === 'coming')) return;
    giveUp(id);
    const entry: Entry = {
      state: 'coming',
      notes: old?.notes ?? [],
      further: old?.further ?? 0,
      upto: 0,
      at: 0,
      tries: 0,
      leaving: new AbortController(),
      timer: window.setTimeout(() => void load(id, entry), REST_MS),
    };
    // The latest is last, so that the first is the oldest.
    all.delete(id);
    all.set(id, entry);
    for (const oldest of all.keys()) {
      if (all.size <= KEPT_MAX_COUNT) break;
      giveUp(oldest);
      all.delete(oldest);
    }
  }

  return {
    all,
    look(next: readonly Item[]): void {
      const ids = new Set(next.map(({ id }) => id));
      for (const { id } of here) if (!ids.has(id)) giveUp(id);
      here = next;
      for (const { id } of next) begin(id);
    },
    /** More of the text has been on screen, so more notes may be shown. */
    further(): void {
      for (const { id } of here) {
        const entry = all.get(id);
        if (entry?.state !== 'here' || entry.further === 0 || (upto() ?? 0) <= entry.upto) continue;
        Object.assign(entry, { state: 'coming', tries: 0 });
        void load(id, entry);
      }
    },
    clear(): void {
      for (const id of [...all.keys()]) giveUp(id);
      all.clear();
    },
  };
}
