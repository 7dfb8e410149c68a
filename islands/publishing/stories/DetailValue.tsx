import type { MessageKey } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { directionOfFormat } from '../../../server/domains/reading/reader/rules.ts';
import type { DetailName, Details } from './details.ts';
import type { Offer } from './StoryFields.tsx';

export function DetailValue({ name, details, offer }: { name: DetailName; details: Details; offer: Offer }) {
  const t = useTranslations('storyForm');
  const directions = useTranslations('directions');
  const lists = {
    genre: offer.genres,
    language: [...offer.usualLanguages, ...offer.languages],
    rating: offer.ratings,
  };
  if (name === 'tags') return details.tags.join(', ') || t('nothing');
  if (name === 'cover_media_id') return details.cover_media_id === null ? t('nothing') : t('aPicture');
  if (name === 'format')
    return details.format && directions(directionOfFormat(details.format) satisfies MessageKey<'directions'>);
  const value = details[name];
  if (name === 'title' || name === 'description') return value || t('nothing');
  return lists[name].find((option) => option.value === value)?.label ?? value;
}
