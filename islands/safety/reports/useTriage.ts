import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { api, isRefusal } from '../../api.ts';
import { type Refusal, useWording } from '../../useRefusal.ts';
import { useToast } from '../../useToast.ts';
import type { Answer, GivenAnswer, ReportedThing } from './types.ts';

/** Decisions of this page in order, so that undo takes the last one first. */
export function useTriage(things: readonly ReportedThing[], list: RefObject<HTMLElement | null>) {
  const t = useTranslations('reportQueue');
  const states = useTranslations('reportQueue');
  const wording = useWording();
  const [decided, setDecided] = useState<ReadonlyMap<string, GivenAnswer>>(new Map());
  const [refusals, setRefusals] = useState<ReadonlyMap<string, Refusal>>(new Map());
  const [busy, setBusy] = useState<string | null>(null);
  const { text: said, show: say } = useToast();
  // The focused row disappears, so the next open one gets the focus.
  const next = useRef<string | null>(null);
  useEffect(() => {
    if (next.current === null) return;
    list.current?.querySelector<HTMLElement>(`[data-report="${next.current}"]`)?.focus();
    next.current = null;
  });

  const refuse = (id: string, error: unknown) =>
    setRefusals((before) => new Map(before).set(id, wording(error)));
  const forgive = (id: string) =>
    setRefusals((before) => new Map([...before].filter(([known]) => known !== id)));

  const settle = (id: string, given: GivenAnswer) => {
    forgive(id);
    const at = things.findIndex((thing) => thing.id === id);
    const open = [...things.slice(at + 1), ...things.slice(0, at)].find((thing) => !decided.has(thing.id));
    next.current = open?.id ?? id;
    setDecided((before) => new Map(before).set(id, given));
  };

  async function decide(thing: ReportedThing, answer: Answer): Promise<void> {
    if (busy !== null) return;
    setBusy(thing.id);
    try {
      const body = { ...answer, hide: answer.hide && answer.state === 'actioned', seen: 'open' };
      const { decision } = await api('PATCH /admin/violations/:id', { params: { id: thing.id }, body });
      settle(thing.id, {
        decisionId: decision.id,
        state: answer.state,
        count: decision.reports_count,
      });
      say(
        `${t('decided', { state: states(answer.state satisfies 'actioned' | 'rejected') })} ${t('undoFor')}`,
      );
    } catch (error) {
      const decidedElse = isRefusal(error, 'PATCH /admin/violations/:id', 409) && error.members.report;
      if (!decidedElse || decidedElse.state === 'open') return refuse(thing.id, error);
      const by = decidedElse.decided_by?.display_name ?? null;
      settle(thing.id, { decisionId: null, state: decidedElse.state, by });
      say(t('meanwhile', { name: by ?? t('somebody') }));
    } finally {
      setBusy(null);
    }
  }

  async function undo(id: string): Promise<void> {
    const given = decided.get(id);
    if (given === undefined || given.decisionId === null || busy !== null) return;
    setBusy(id);
    try {
      await api('DELETE /admin/violation_decisions/:id', { params: { id: given.decisionId } });
      next.current = id;
      setDecided((before) => new Map([...before].filter(([known]) => known !== id)));
      say(t('undone'));
    } catch (error) {
      say(wording(error).message);
    } finally {
      setBusy(null);
    }
  }

  const [last] = [...decided].findLast(([, { decisionId }]) => decisionId !== null) ?? [null];
  return { decided, refusals, busy, said, decide, undo, last };
}
