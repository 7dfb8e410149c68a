/** Targets of links within the book: chapters, and places in them, which get names of ours. */

import { idsOf } from './beginnings.ts';
import { type Chapter, takeTitleAway } from './chapters.ts';
import { keyOf } from './footnotes.ts';
import type { Text } from './texts.ts';
import { attributeOf, elementsIn, type XmlElement } from './xml.ts';

type Place = { chapter: string; place: string | null };

export type Places = {
  nameOf(element: XmlElement): string | null;
  /** The link as stored in the chapter `from`. Null if no chapter contains the target. */
  hrefTo(path: string, fragment: string | null, from: string): string | null;
};

/** Also removes the titles of the chapters. Links into a title lead to the beginning of its chapter. */
export function findPlaces(chapters: readonly Chapter[], texts: readonly Text[]): Places {
  const wanted = wantedKeys(texts);
  const places = new Map<string, Place>();
  const names = new Map<XmlElement, string>();
  const starts = new Map<string, string>();

  for (const chapter of chapters) {
    const { key, pieces } = chapter;
    let count = 0;
    const keep = (path: string, element: XmlElement, isHere: boolean): void => {
      const keys = idsOf(element).map((id) => keyOf(path, id));
      if (!keys.some((each) => wanted.has(each) && !places.has(each))) return;
      if (isHere) count += 1;
      const place = isHere ? `t${count}` : null;
      if (place !== null) names.set(element, place);
      for (const each of keys) if (!places.has(each)) places.set(each, { chapter: key, place });
    };
    const path = pieces[0]?.text.path ?? '';
    for (const heading of takeTitleAway(chapter))
      for (const element of elementsIn(heading)) keep(path, element, false);
    for (const { text, body } of pieces) {
      if (!starts.has(text.path)) starts.set(text.path, key);
      for (const element of elementsIn(body)) keep(text.path, element, true);
    }
  }

  return {
    nameOf: (element) => names.get(element) ?? null,
    hrefTo(path, fragment, from) {
      const found = fragment === null ? undefined : places.get(keyOf(path, fragment));
      const chapter = found?.chapter ?? starts.get(path);
      if (chapter === undefined) return null;
      const place = found?.place ?? null;
      if (place === null) return `chapter:${chapter}`;
      return chapter === from ? `#${place}` : `chapter:${chapter}#${place}`;
    },
  };
}

function wantedKeys(texts: readonly Text[]): Set<string> {
  const wanted = new Set<string>();
  for (const { body, targetOf } of texts) {
    for (const element of elementsIn(body)) {
      const href = element.name === 'a' ? attributeOf(element, 'href') : null;
      const target = href === null ? null : targetOf(href);
      if (target?.kind === 'file' && target.fragment !== null)
        wanted.add(keyOf(target.path, target.fragment));
    }
  }
  return wanted;
}
