import { useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import { directionOfFormat } from '../../server/domains/reading/rules.ts';
import css from './Dispute.module.css';
import { both, canBeBoth, type DetailName, type Details, pick } from './details.ts';
import type { Offer } from './StoryFields.tsx';

type Choice = 'mine' | 'theirs' | 'both';

export type DisputeProps = {
  names: readonly DetailName[];
  mine: Details;
  theirs: Details;
  offer: Offer;
  onDecide: (choice: Partial<Details>) => void;
};

/** Two changed the same: shows both, field by field, and lets whoever looks decide. Nothing is lost before that. */
export function Dispute({ names, mine, theirs, offer, onDecide }: DisputeProps) {
  const t = useTranslations('storyForm');
  const heading = useRef<HTMLHeadingElement>(null);
  const [choices, setChoices] = useState<Partial<Record<DetailName, Choice>>>({});

  useEffect(() => heading.current?.focus(), []);

  const decide = () => {
    const parts = names.map((name) => {
      const choice = choices[name] ?? 'mine';
      if (choice === 'both') return both(name, mine, theirs);
      return pick(choice === 'mine' ? mine : theirs, [name]);
    });
    onDecide(Object.assign({}, ...parts));
  };
  return (
    <section className={css.dispute} aria-labelledby="dispute">
      <h3 id="dispute" className={css.heading} tabIndex={-1} ref={heading}>
        {t('disputed')}
      </h3>
      <p>{t('disputedHint')}</p>
      {names.map((name) => (
        <fieldset key={name} className={css.field}>
          <legend>{t(`names.${name}`)}</legend>
          {(['mine', 'theirs', ...(canBeBoth(name) ? (['both'] as const) : [])] as const).map((choice) => (
            <label key={choice} className={css.choice}>
              <input
                type="radio"
                // Not a field of the story's own form.
                name={`_${name}`}
                checked={(choices[name] ?? 'mine') === choice}
                onChange={() => setChoices((now) => ({ ...now, [name]: choice }))}
              />
              <span className={css.what}>
                <b>{t(choice)}</b>
                {choice !== 'both' && (
                  <span className={css.value}>
                    <Value name={name} details={choice === 'mine' ? mine : theirs} offer={offer} />
                  </span>
                )}
              </span>
            </label>
          ))}
        </fieldset>
      ))}
      <Button onClick={decide}>{t('saveChoice')}</Button>
    </section>
  );
}

/** A value as a person reads it. */
function Value({ name, details, offer }: { name: DetailName; details: Details; offer: Offer }) {
  const t = useTranslations('storyForm');
  const directions = useTranslations('directions');
  const lists = {
    genre: offer.genres,
    language: [...offer.usualLanguages, ...offer.languages],
    rating: offer.ratings,
  };
  if (name === 'tags') return details.tags.join(', ') || t('nothing');
  if (name === 'cover_media_id') return details.cover_media_id === null ? t('nothing') : t('aPicture');
  if (name === 'format') return details.format && directions(directionOfFormat(details.format));
  const value = details[name];
  if (name === 'title' || name === 'description') return value || t('nothing');
  return lists[name].find((option) => option.value === value)?.label ?? value;
}
