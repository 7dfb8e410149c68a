/** How the episode is shown, as attributes of the document, shared with styles and the theme's script. */
import { axisOf } from './geometry.ts';
import type { Showing } from './types.ts';

const root = (): HTMLElement => document.documentElement;

/** Set by the server and the reader's choice before the first paint. */
export function readShowing(): Showing {
  const { direction = 'down', fit, pairs = 'cover', saver, onward } = root().dataset;
  return {
    direction: direction as Showing['direction'],
    fit: (fit as Showing['fit']) ?? null,
    pairs: pairs as Showing['pairs'],
    saver: saver !== undefined,
    onward: onward === undefined ? null : onward === 'on',
  };
}

/** By default, the next episode follows only strips, which have no end of their own. */
export const followsOn = ({ direction, onward }: Pick<Showing, 'direction' | 'onward'>): boolean =>
  onward ?? direction === 'strip';

export function writeShowing({ direction, fit, pairs, saver, onward }: Showing): void {
  Object.assign(root().dataset, {
    direction,
    pairs,
    way: axisOf({ direction }).isPaged ? 'pages' : 'scroll',
  });
  if (fit === null) delete root().dataset.fit;
  else root().dataset.fit = fit;
  if (saver) root().dataset.saver = '';
  else delete root().dataset.saver;
  if (onward === null) delete root().dataset.onward;
  else root().dataset.onward = onward ? 'on' : 'off';
}
