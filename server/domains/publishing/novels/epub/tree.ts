import type { EpubRefusal } from '../rules.ts';
import { XML_LIMITS } from './limits.ts';
import { EpubRefused, excerptOf, type Refusal } from './refused.ts';
import type { XmlElement } from './xml.ts';

export type Source = { file: string; text: string };
export type Place = { line: number; column?: number };
export type Refuse = (
  reason: EpubRefusal,
  place: Place,
  more?: Partial<Refusal> & { cause?: unknown },
) => EpubRefused;

export const refuserOf =
  ({ file, text }: Source): Refuse =>
  (reason, { line, column = 0 }, { cause, ...more } = {}) =>
    new EpubRefused({ reason, file, line, excerpt: excerptOf(text, line, column), ...more }, cause);

export function createTree(tooTangled: () => EpubRefused) {
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  let nodes = 0;
  const count = (): void => {
    nodes += 1;
    if (nodes > XML_LIMITS.nodesMaxCount || open.length > XML_LIMITS.depthMax) throw tooTangled();
  };
  return {
    root: (): XmlElement | null => root,
    nodes: (): number => nodes,
    top: (): XmlElement | undefined => open.at(-1),
    open(element: XmlElement): void {
      count();
      open.at(-1)?.children.push(element);
      root ??= element;
      open.push(element);
    },
    close(): XmlElement | undefined {
      const closed = open.pop();
      // Releases spare capacity: arrays grow by more than they need, and a book has a million.
      if (closed !== undefined) closed.children = closed.children.slice();
      return closed;
    },
    addText(data: string): void {
      const children = open.at(-1)?.children;
      if (children === undefined) return;
      const last = children.length - 1;
      if (typeof children[last] === 'string') children[last] += data;
      else {
        count();
        children.push(data);
      }
    },
  };
}
