import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslations } from '../../locales/react.tsx';
import { Button } from '../../pages/ui/Button.tsx';
import css from './Dispute.module.css';
import { type Names, pick } from './merge.ts';

type Choice = 'mine' | 'theirs' | 'both';

export type DisputeProps<Values extends object> = {
  names: Names<Values>;
  mine: Values;
  theirs: Values;
  labelOf: (name: keyof Values & string) => string;
  show: (name: keyof Values & string, values: Values) => ReactNode;
  /** Merges both versions one after the other. Null for a value that allows only one. */
  both?: (name: keyof Values & string) => Partial<Values> | null;
  onDecide: (choice: Partial<Values>, other: Partial<Values>) => void;
};

/** Two people changed the same fields: shows both versions and lets the user choose per field. */
export function Dispute<Values extends object>(props: DisputeProps<Values>) {
  const { names, mine, theirs, both } = props;
  type Name = keyof Values & string;
  const t = useTranslations('autosave');
  const heading = useRef<HTMLHeadingElement>(null);
  const [choices, setChoices] = useState<Partial<Record<Name, Choice>>>({});

  useEffect(() => heading.current?.focus(), []);

  const decide = () => {
    const parts = names.map((name) => {
      const choice = choices[name] ?? 'mine';
      const joined = choice === 'both' ? both?.(name) : null;
      return joined ?? pick(choice === 'theirs' ? theirs : mine, [name]);
    });
    // A merged value already contains mine, so only theirs is left over.
    const left = names.map((name) => pick((choices[name] ?? 'mine') === 'theirs' ? mine : theirs, [name]));
    props.onDecide(Object.assign({}, ...parts), Object.assign({}, ...left));
  };
  return (
    <section className={css.dispute} aria-labelledby="dispute">
      <h3 id="dispute" className={css.heading} tabIndex={-1} ref={heading}>
        {t('disputed')}
      </h3>
      <p>{t('disputedHint')}</p>
      {names.map((name) => (
        <fieldset key={name} className={css.field}>
          <legend>{props.labelOf(name)}</legend>
          {(['mine', 'theirs', ...(both?.(name) ? (['both'] as const) : [])] as const).map((choice) => (
            <label key={choice} className={css.choice}>
              <input
                type="radio"
                // The underscore keeps this input out of the story's form data.
                name={`_${name}`}
                checked={(choices[name] ?? 'mine') === choice}
                onChange={() => setChoices((now) => ({ ...now, [name]: choice }))}
              />
              <span className={css.what}>
                <b>{t(choice satisfies Choice)}</b>
                {choice !== 'both' && (
                  <span className={css.value}>{props.show(name, choice === 'mine' ? mine : theirs)}</span>
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
