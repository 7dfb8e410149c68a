/** Loads the notes of items on screen. Cancels a request when its item leaves, and drops old items. */
import type { NoteList } from '#server/domains/community/short-notes/queries.ts';
import type { PopKind } from '#server/domains/community/short-notes/rules.ts';
import { askAboutNotes } from './ask.ts';
import type { Felt, Item, Known, Note } from './types.ts';

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
  const entries = keepEntries(episodeId, summary, options);
  signal.addEventListener('abort', entries.clear);
  const change = (id: string, changeOf: (notes: readonly Note[]) => readonly Note[]): void => {
    const entry = entries.all.get(id);
    if (entry) entry.notes = changeOf(entry.notes);
    changed();
  };
  return {
    rights: summary.rights,
    look: entries.look,
    further: entries.further,
    of: (id: string): Known | undefined => entries.all.get(id),
    isNoted: (id: string): boolean => summary.isNoted(id) === true,
    feltAt: (id: string): Felt => summary.felt.get(id) ?? { counts: {}, mine: null },
    feel(id: string, now: Felt): void {
      summary.felt.set(id, now);
      changed();
    },
    add(id: string, note: Note): void {
      summary.note(id);
      change(id, (notes) => [...notes.filter((each) => each.id !== note.id), note]);
    },
    change,
    drop(personId: string): void {
      for (const entry of entries.all.values())
        entry.notes = entry.notes.filter(({ author }) => author.id !== personId);
      changed();
    },
  };
}

/** Which pages have notes, and the feelings at each: one request per episode. */
function keepSummary(episodeId: string, { signal, changed }: Options) {
  const felt = new Map<string, Felt>();
  const rights = { closed: false, moderates: false, statesReasons: false };
  let noted: Set<string> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let coming: Promise<void> | null = null;

  async function bring(): Promise<void> {
    if (performance.now() - askedAt < SUMMARY_FRESH_MS) return;
    const { body } = await askAboutNotes<Summary>(`GET /pop_reactions?episode_id=${episodeId}`, { signal });
    askedAt = performance.now();
    if (!body || signal.aborted) return;
    noted = new Set(body.noted_ids);
    Object.assign(rights, {
      closed: body.closed,
      moderates: body.moderates,
      statesReasons: body.states_reasons,
    });
    for (const { item_id: id, counts, mine } of body.pop_reactions) felt.set(id, { counts, mine });
    changed();
  }

  return {
    felt,
    rights,
    need(): Promise<void> {
      coming ??= bring().finally(() => {
        coming = null;
      });
      return coming;
    },
    /** Null when unknown. */
    isNoted: (id: string): boolean | null => noted?.has(id) ?? null,
    note: (id: string): unknown => noted?.add(id),
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
