import { formatNumber } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import { type Option, SelectField, TextArea, TextField } from '../../pages/ui/Field.tsx';
import { Segmented } from '../../pages/ui/Segmented.tsx';
import type { Details } from './details.ts';
import css from './StoryForm.module.css';
import { TagsField } from './TagsField.tsx';

/** What the form offers, in the reader's words. */
export type Offer = {
  formats: readonly Option[];
  genres: readonly Option[];
  /** Those the creator is likely to want, before all others. */
  usualLanguages: readonly Option[];
  languages: readonly Option[];
  ratings: readonly Option[];
  most: { title: number; description: number; tags: number; tag: number };
};

export type StoryFieldsProps = {
  offer: Offer;
  /** A novel has none. */
  hasFormat: boolean;
  /** A genre or a language that is not chosen yet is empty text. */
  details: Details;
  onChange: (change: Partial<Details>) => void;
  errors: Readonly<Record<string, readonly string[]>>;
};

/** Everything about a story but its type and its cover. */
export function StoryFields({ offer, hasFormat, details, onChange, errors }: StoryFieldsProps) {
  const t = useTranslations('storyForm');
  const { most } = offer;
  const length = [...details.description].length;
  // What a list or a bar offers is one of the contract's words.
  const word = (name: 'format' | 'rating') => (value: string) =>
    onChange({ [name]: value } as Partial<Details>);
  return (
    <>
      <TextField
        label={t('title')}
        name="title"
        value={details.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        maxLength={most.title}
        required
        autoComplete="off"
        errors={errors.title}
      />
      {hasFormat && (
        <Segmented
          legend={t('format')}
          name="format"
          options={offer.formats}
          value={details.format ?? ''}
          onChange={word('format')}
        />
      )}
      <div className={css.pair}>
        <SelectField
          label={t('genre')}
          name="genre"
          value={details.genre}
          onChange={(event) => onChange({ genre: event.currentTarget.value })}
          required
          errors={errors.genre}
        >
          {details.genre === '' && <option value="">{t('choose')}</option>}
          {offer.genres.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('language')}
          name="language"
          value={details.language}
          onChange={(event) => onChange({ language: event.currentTarget.value })}
          required
          errors={errors.language}
        >
          {details.language === '' && <option value="">{t('choose')}</option>}
          <Languages options={offer.usualLanguages} />
          <hr />
          <Languages options={offer.languages} />
        </SelectField>
      </div>
      <TextArea
        label={t('description')}
        hint={t('count', { count: formatNumber(length), most: formatNumber(most.description) })}
        name="description"
        value={details.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        maxLength={most.description}
        errors={errors.description}
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
        onChange={word('rating')}
      />
    </>
  );
}

function Languages({ options }: { options: readonly Option[] }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}
