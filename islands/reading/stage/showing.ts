/** How the episode is shown, as attributes of the document: styles and the theme's script know the same. */
import { axisOf } from './geometry.ts';
import type { Showing } from './types.ts';

const root = (): HTMLElement => document.documentElement;

/** As the server and the reader's own choice have set it before anything was drawn. */
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

/** A strip has no end of its own. */
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
