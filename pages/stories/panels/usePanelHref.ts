import { address } from '../../addresses.ts';
import { useStoryHref } from '../preview.ts';
import { type PanelName, panelAnchor } from './Panel.tsx';

/** The same page with all panels in it, opened at this one: what few need does not weigh on everybody's first screen. */
export function usePanelHref({ storySlug: slug, number }: { storySlug: string; number: number }) {
  const href = useStoryHref();
  return (panel: PanelName): string =>
    href(
      address('/stories/@slug/@number', { slug, number }, { query: { panels: 1 }, hash: panelAnchor(panel) }),
    );
}
