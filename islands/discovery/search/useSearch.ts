import { useEffect, useRef, useState } from 'react';
import { RESOURCES, type Resource } from '../../../server/domains/discovery/search/rules.ts';
import { type Asked, createAsking } from './asking.ts';
import { type Found, findMatches } from './find.ts';

export type Search = ReturnType<typeof useSearch>;

export function useSearch() {
  const [phrase, setPhrase] = useState('');
  const [tab, setTab] = useState<Resource>(RESOURCES[0]);
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const [asked, setAsked] = useState<Asked<Found>>({ kind: 'nothing' });
  const [asking] = useState(() => createAsking({ ask: findMatches, onState: setAsked }));
  const isComposing = useRef(false);
  useEffect(() => asking.stop, [asking]);

  /** Waits until an input method has composed the whole text. */
  const ask = (next: { phrase: string; tab: Resource }): void => {
    setActive(-1);
    if (!isComposing.current) asking.change({ ...next, phrase: next.phrase.trim() });
  };
  const found = asked.kind === 'answered' || asked.kind === 'waiting' ? asked.answer : null;
  return {
    phrase,
    tab,
    asked,
    found,
    hits: found?.hits ?? [],
    active,
    setActive,
    /** Hidden while the field is empty (SRC-12). */
    isShown: isOpen && phrase.trim() !== '',
    setOpen,
    again: asking.again,
    write(next: string): void {
      setPhrase(next);
      setOpen(true);
      ask({ phrase: next, tab });
    },
    turnTo(next: Resource): void {
      setTab(next);
      ask({ phrase, tab: next });
    },
    compose(isBusy: boolean, text: string): void {
      isComposing.current = isBusy;
      if (!isBusy) ask({ phrase: text, tab });
    },
    isComposing: (): boolean => isComposing.current,
  };
}
