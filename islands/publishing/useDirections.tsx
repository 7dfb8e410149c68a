/** Reading directions in words and pictures, for editor, preview and reader (decisions.md §6). */
import type { MessageKey } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { DirectionPicture } from '../../pages/ui/DirectionPicture.tsx';
import type { Pick } from '../../pages/ui/Picks.tsx';
import type { Direction } from '../../server/domains/reading/reader/rules.ts';

export function useDirections(): (direction: Direction) => Pick<Direction> {
  const t = useTranslations('directions');
  return (value) => ({
    value,
    label: t(value satisfies MessageKey<'directions'>),
    note: t(`notes.${value}`),
    picture: <DirectionPicture direction={value} />,
  });
}
