import { Fragment } from 'react';
import { formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { type Option, SelectField, TextArea, TextField } from '../../../pages/ui/Field.tsx';
import { Picks } from '../../../pages/ui/Picks.tsx';
import { Segmented } from '../../../pages/ui/Segmented.tsx';
import { directionOfFormat } from '../../../server/domains/reading/reader/rules.ts';
import { useDirections } from '../useDirections.tsx';
import type { Details } from './details.ts';
import css from './StoryForm.module.css';
import { TagsField } from './TagsField.tsx';

export type Offer = {
  formats: readonly NonNullable<Details['format']>[];
  genres: readonly Option[];
  usualLanguages: readonly Option[];
  languages: readonly Option[];
  ratings: readonly Option[];
  most: { title: number; description: number; tags: number; tag: number };
};

export type StoryFieldsProps = {
  offer: Offer;
  hasFormat: boolean;
  /** Genre and language are empty until chosen. */
  details: Details;
  onChange: (change: Partial<Details>) => void;
  errors: Readonly<Record<string, readonly string[]>>;
  /** True when readers already have pages in this format. */
  formatFixed?: boolean;
};

export function StoryFields({ offer, hasFormat, details, onChange, errors, formatFixed }: StoryFieldsProps) {
  const t = useTranslations('storyForm');
  const directions = useTranslations('directions');
  const directionFor = useDirections();
  const { most } = offer;
  const length = [...details.description].length;
  const field = (name: 'title' | 'genre' | 'language' | 'description', label: string) => ({
    label,
    name,
    value: details[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
    errors: errors[name],
  });
  return (
    <>
      <TextField {...field('title', t('title'))} maxLength={most.title} required autoComplete="off" />
      {hasFormat && (
        <Picks
          legend={directions('legend')}
          hint={formatFixed ? t('formatFixed') : directions('forStory')}
          disabled={formatFixed}
          name="format"
          options={offer.formats.map((value) => ({ ...directionFor(directionOfFormat(value)), value }))}
          value={details.format}
          onChange={(format) => onChange({ format })}
          errors={errors.format}
        />
      )}
      <div className={css.pair}>
        <SelectField {...field('genre', t('genre'))} required>
          <Choices chosen={details.genre} lists={[offer.genres]} />
        </SelectField>
        <SelectField {...field('language', t('language'))} required>
          <Choices chosen={details.language} lists={[offer.usualLanguages, offer.languages]} />
        </SelectField>
      </div>
      <TextArea
        {...field('description', t('description'))}
        hint={t('count', { count: formatNumber(length), most: formatNumber(most.description) })}
        maxLength={most.description}
      />
      <TagsField
        tags={details.tags}
        onChange={(tags) => onChange({ tags })}
        most={{ tags: most.tags, tag: most.tag }}
        errors={errors.tags}
      />
      <Segmented
        legend={t('rating')}
        name="rating"
        options={offer.ratings}
        value={details.rating}
        // The control offers only values of the contract.
        onChange={(value) => onChange({ rating: value as Details['rating'] })}
      />
    </>
  );
}

function Choices({ chosen, lists }: { chosen: string; lists: readonly (readonly Option[])[] }) {
  const t = useTranslations('storyForm');
  return (
    <>
      {chosen === '' && <option value="">{t('choose')}</option>}
      {lists.map((list, place) => (
        <Fragment key={list[0]?.value}>
          {place > 0 && <hr />}
          {list.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Fragment>
      ))}
    </>
  );
}
