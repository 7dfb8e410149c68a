/** The ways of reading in words and pictures, the same in editor, preview and reader (decisions.md §6). */
import { useTranslations } from '../../locales/react.tsx';
import { DirectionPicture } from '../../pages/ui/DirectionPicture.tsx';
import type { Pick } from '../../pages/ui/Picks.tsx';
import type { Direction } from '../../server/domains/reading/reader/rules.ts';

/** Words and picture of one of them. */
export function useDirections(): (direction: Direction) => Pick<Direction> {
  const t = useTranslations('directions');
  return (value) => ({
    value,
    label: t(value),
    note: t(`notes.${value}`),
    picture: <DirectionPicture direction={value} />,
  });
}
