import type { ReaderPage } from '../../../server/domains/reading/reader/queries-reader.ts';
import { hundredOf } from '../../../server/domains/reading/reader/rules.ts';
import { type Address, address } from '../../addresses.ts';
import { useStoryHref } from '../preview.ts';
import { type PanelName, panelAnchor } from './Panel.tsx';

type Shown = Pick<ReaderPage, 'storySlug' | 'number' | 'content'>;

/** The page with all panels, opened at this one. The first screen stays small for readers who need none. */
export function panelAddress(
  { storySlug: slug, number, content }: Shown,
  panel: PanelName,
  hundred?: number,
): Address {
  // The episode's own hundred is the default.
  const episodes = hundred === hundredOf(number) ? null : hundred;
  const chapter = content.kind === 'chapters' && content.chapter.number > 1 ? content.chapter.number : null;
  return address(
    '/stories/@slug/@number',
    { slug, number },
    { query: { chapter, panels: 1, episodes }, hash: panelAnchor(panel) },
  );
}

/** Another part of a long table of contents, at its first chapter. */
export const contentsAddress = (
  { storySlug: slug, number }: Omit<Shown, 'content'>,
  chapter: number,
): Address =>
  address(
    '/stories/@slug/@number',
    { slug, number },
    { query: { chapter: chapter > 1 ? chapter : null, panels: 1 }, hash: panelAnchor('contents') },
  );

/** `hundred`: first episode of the shown part of the list. */
export function usePanelHref(shown: Shown) {
  const href = useStoryHref();
  return (panel: PanelName, hundred?: number): string => href(panelAddress(shown, panel, hundred));
}
