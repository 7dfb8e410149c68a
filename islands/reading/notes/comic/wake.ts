/** Opens the desk of the episode on the stage, with notes over the pages. Loaded when the page is at rest. */
import type { Stage } from '../../stage/types.ts';
import { openDesk } from '../core/desk.ts';
import { isReturn, readDraft } from '../core/local-storage.ts';
import type { Desk } from '../core/types.ts';
import { wakeFields } from './fields.ts';
import { layOver } from './overlay.ts';
import { placeNotes } from './placing.ts';

/** One desk per episode, by the signal of the episode in sight. */
const desks = new WeakMap<AbortSignal, Desk>();

/** Null when the page cannot take notes. */
export function openNotes(host: HTMLElement, stage: Stage | null, signal: AbortSignal): Desk | null {
  const { notes: episodeId } = host.dataset;
  if (!stage || !episodeId || signal.aborted) return null;
  const open = desks.get(signal);
  if (open) return open;
  const items = stage.items.map(({ id, number }) => ({ id, number }));
  const known = host.mine ?? Promise.resolve(null);
  const desk = openDesk({ episodeId, items, kind: 'page_id', known, signal });
  desks.set(signal, desk);
  stage.onSeen(({ item, last }) => {
    if (!signal.aborted) desk.look(items.slice(item - 1, last));
  });
  layOver(host, stage, desk, signal);
  placeNotes(host, stage, desk, signal);
  wakeFields(host, desk, signal);
  if (isReturn(episodeId) && readDraft(episodeId)) desk.write();
  return desk;
}
