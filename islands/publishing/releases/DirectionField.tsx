import { useTranslations } from '../../../locales/react.tsx';
import { Picks } from '../../../pages/ui/Picks.tsx';
import {
  type Direction,
  directionOfFormat,
  directionsOf,
} from '../../../server/domains/reading/reader/rules.ts';
import { useDirections } from '../useDirections.tsx';
import type { ReleaseStory } from './release.ts';

export type DirectionFieldProps = {
  story: ReleaseStory;
  direction: Direction;
  onChange: (direction: Direction) => void;
};

/** Reading direction of an episode of pictures: the story's, or its own. */
export function DirectionField({
  story: { format, title },
  direction: chosen,
  onChange,
}: DirectionFieldProps) {
  const t = useTranslations('directions');
  const directionFor = useDirections();
  if (format === null) return null;
  const offered = directionsOf(format).map(directionFor);
  const aside = { ...directionFor('ltr_along'), note: t('stripAside'), disabled: true };
  return (
    <Picks
      legend={t('legend')}
      hint={t(`inherited.${directionOfFormat(format)}`, { title })}
      name="direction"
      options={format === 'strip' ? [...offered, aside] : offered}
      value={chosen}
      onChange={onChange}
    />
  );
}
