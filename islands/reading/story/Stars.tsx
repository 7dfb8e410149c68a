/** Five radio buttons that fill up to the chosen one. */
import { useTranslations } from '../../../locales/react.tsx';
import { Group } from '../../../pages/ui/Group.tsx';
import { Icon } from '../../../pages/ui/Icon.tsx';
import css from './StoryRating.module.css';

const STARS = [1, 2, 3, 4, 5] as const;

type StarsProps = {
  disabled?: boolean;
  /** A star was pressed. The form reports changes. */
  onPress?: (stars: number) => void;
};

export function Stars({ disabled, onPress }: StarsProps) {
  const t = useTranslations('story');
  return (
    <Group legend={t('yourRating')} quiet disabled={disabled}>
      <span className={css.stars}>
        {STARS.map((count) => (
          <label key={count} className={css.star}>
            <input
              className={css.input}
              type="radio"
              name="stars"
              value={count}
              required
              onClick={() => onPress?.(count)}
              aria-label={t('stars', { count })}
            />
            <Icon name="star" />
          </label>
        ))}
      </span>
    </Group>
  );
}
