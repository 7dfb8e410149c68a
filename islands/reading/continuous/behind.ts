/** Replaces unloaded episodes by an empty box of their height. A link at its foot leads back when offline. */
type Left = { url: string; name: string; height: number };

const LEFT_MAX_COUNT = 200;
const FOOT = 'display:flex;flex-direction:column;justify-content:flex-end;align-items:center;overflow:clip';
const LINK = 'display:grid;place-items:center;min-height:var(--touch);text-decoration:underline';

export function createBehind(first: HTMLElement) {
  const box = document.createElement('div');
  const link = document.createElement('a');
  // Shares the episodes' class: page by page, it is hidden like episodes out of sight.
  [box.className, box.style.cssText, link.style.cssText] = [first.className, FOOT, LINK];
  box.dataset.behind = '';
  box.append(link);
  const left: Left[] = [];

  function draw(): void {
    const last = left.at(-1);
    if (!last) {
      box.remove();
      return;
    }
    box.style.height = `${left.reduce((sum, { height }) => sum + height, 0)}px`;
    [link.href, link.textContent] = [last.url, last.name];
  }

  return {
    /** Replaces this episode, the first one still in the document. */
    add(section: HTMLElement, { url, name }: Pick<Left, 'url' | 'name'>): void {
      if (!box.isConnected) section.before(box);
      left.push({ url, name, height: section.getBoundingClientRect().height });
      const [oldest, second] = left;
      if (left.length > LEFT_MAX_COUNT && oldest && second) {
        second.height += oldest.height;
        left.shift();
      }
      section.remove();
      draw();
    },
    /** The episode whose room is in the middle of the screen, else the last one. */
    wanted(): Left | undefined {
      const line = innerHeight / 2;
      let { bottom } = box.getBoundingClientRect();
      if (!box.isConnected || bottom < line) return left.at(-1);
      const found = left.findLast(({ height }) => {
        bottom -= height;
        return bottom <= line;
      });
      return found ?? left[0];
    },
    isLast: (each: Left): boolean => each === left.at(-1),
    put(each: Left, section: HTMLElement): void {
      left.splice(left.indexOf(each));
      box.after(section);
      draw();
    },
    isSeen: (): boolean => box.isConnected && box.getBoundingClientRect().bottom > 0,
  };
}
