import { useTranslations } from '../../locales/react.tsx';
import { Picks } from '../../pages/ui/Picks.tsx';
import {
  type Direction,
  directionOf,
  directionOfFormat,
  directionsOf,
} from '../../server/domains/reading/rules.ts';
import { useDirections } from '../useDirections.tsx';
import type { ReleaseEpisode, ReleaseStory } from './release.ts';

export type DirectionFieldProps = {
  story: ReleaseStory;
  orientation: ReleaseEpisode['page_orientation'];
  onChange: (direction: Direction) => void;
};

/** How an episode of pictures is read: as its story is drawn, or otherwise for once. */
export function DirectionField({ story: { format, title }, orientation, onChange }: DirectionFieldProps) {
  const t = useTranslations('directions');
  const directionFor = useDirections();
  if (format === null) return null;
  const chosen = directionOf(format, orientation);
  // What an older episode was set to stays, whatever is offered today.
  const offered = new Set([...directionsOf(format), chosen]);
  // keys: directions.inherited.ltr directions.inherited.rtl directions.inherited.strip
  return (
    <Picks
      legend={t('legend')}
      hint={t(`inherited.${directionOfFormat(format)}`, { title })}
      name="direction"
      options={[...offered].map(directionFor)}
      value={chosen}
      onChange={onChange}
    />
  );
}
