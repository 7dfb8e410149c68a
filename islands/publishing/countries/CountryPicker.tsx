import { useState } from 'react';
import { formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { Choice } from '../../../pages/ui/Choice.tsx';
import { TextField } from '../../../pages/ui/Field.tsx';
import { FieldErrors } from '../../../pages/ui/FieldErrors.tsx';
import { Icon } from '../../../pages/ui/Icon.tsx';
import css from './Countries.module.css';
import { type CountryOption, matches } from './sentence.ts';

export type Group = { id: string; label: string; countries: readonly string[] };

export type CountryPickerProps = {
  options: readonly CountryOption[];
  groups: readonly Group[];
  chosen: ReadonlySet<string>;
  onChange(chosen: ReadonlySet<string>): void;
  errors: readonly string[];
};

export function CountryPicker({ options, groups, chosen, onChange, errors }: CountryPickerProps) {
  const t = useTranslations('countries');
  const [wanted, setWanted] = useState('');
  const named = options.filter(({ code }) => chosen.has(code));
  const found = options.filter((option) => matches(option, wanted)).length;
  const set = (codes: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const code of codes) isOn ? next.add(code) : next.delete(code);
    onChange(next);
  };
  return (
    <div className={css.picker}>
      <fieldset className={css.groups} data-needs-js aria-label={t('groups')}>
        {groups.map(({ id, label, countries }) => {
          const isWhole = countries.every((code) => chosen.has(code));
          return (
            <button
              key={id}
              type="button"
              className={css.group}
              aria-pressed={isWhole}
              onClick={() => set(countries, !isWhole)}
            >
              {isWhole && <Icon name="check" />}
              {label}
            </button>
          );
        })}
      </fieldset>
      {named.length > 0 && (
        <div className={css.chosen} data-needs-js>
          <ul className={css.chips} aria-label={t('chosen')}>
            {named.map(({ code, label }) => (
              <li key={code}>
                <button
                  type="button"
                  className={css.chip}
                  aria-label={t('leaveOut', { country: label })}
                  onClick={() => set([code], false)}
                >
                  {label}
                  <Icon name="x" />
                </button>
              </li>
            ))}
          </ul>
          {named.length > 1 && (
            <Button kind="quiet" onClick={() => onChange(new Set())}>
              {t('none')}
            </Button>
          )}
        </div>
      )}
      <div data-needs-js>
        <TextField
          label={t('search')}
          type="search"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
          // Enter would submit the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          autoComplete="off"
          maxLength={60}
        />
      </div>
      <FieldErrors id="countries-wrong" errors={errors} />
      <fieldset
        className={css.list}
        aria-describedby={errors.length > 0 ? 'countries-wrong' : undefined}
        aria-label={t('list')}
      >
        {options.map((option) => (
          <Choice
            key={option.code}
            type="checkbox"
            name="countries"
            value={option.code}
            checked={chosen.has(option.code)}
            aria-invalid={errors.length > 0 || undefined}
            hidden={!matches(option, wanted)}
            onChange={(event) => set([option.code], event.target.checked)}
          >
            {option.label}
          </Choice>
        ))}
      </fieldset>
      <p className={css.found} role="status">
        {wanted.trim() !== '' && t('found', { count: found, number: formatNumber(found) })}
      </p>
    </div>
  );
}
