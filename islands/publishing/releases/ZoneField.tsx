/** A time zone, found by city, name or offset (ARIA: combobox with a list). */
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { Field } from '../../../pages/ui/Field.tsx';
import { api } from '../../api.ts';
import { cityOf, matchingZones, type Zone } from './plan.ts';
import css from './ZoneField.module.css';

const SHOWN_MAX_COUNT = 60;

let known: Promise<readonly Zone[]> | null = null;

/** Loads zones once per page, when the field first gets the focus. Failures are retried. */
function zones(): Promise<readonly Zone[]> {
  known ??= api('GET /timezones', {}).then((reply) => reply.timezones);
  known.catch(() => {
    known = null;
  });
  return known;
}

const nameOf = ({ offset, label }: Zone): string => `${label} (UTC${offset})`;

export type ZoneFieldProps = {
  value: string;
  onChange: (zone: string) => void;
  errors?: readonly string[];
};

export function ZoneField({ value, onChange, errors }: ZoneFieldProps) {
  const t = useTranslations('release');
  const id = useId();
  const [all, setAll] = useState<readonly Zone[]>([]);
  const [phrase, setPhrase] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);

  const isOpen = phrase !== null;
  const found = isOpen ? matchingZones(all, phrase).slice(0, SHOWN_MAX_COUNT) : [];
  const chosen = all.find((zone) => zone.zone_name === value);

  const shown = phrase ?? (chosen ? nameOf(chosen) : cityOf(value));
  // Zones may load after the focus and bring a longer name, so the text is selected again.
  useLayoutEffect(() => {
    const field = input.current;
    if (!isOpen && field?.value === shown && field === document.activeElement) field.select();
  }, [shown, isOpen]);

  const load = () => zones().then(setAll, () => undefined);
  const open = () => {
    if (isOpen) return;
    void load();
    setPhrase('');
    setActive(0);
  };
  const choose = (zone: Zone | undefined) => {
    if (zone) onChange(zone.zone_name);
    setPhrase(null);
  };
  const go = (to: number) => {
    const next = Math.min(Math.max(to, 0), found.length - 1);
    setActive(next);
    list.current?.children[next]?.scrollIntoView({ block: 'nearest' });
  };
  const keyed = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault();
      if (isOpen) go(active + (key === 'ArrowDown' ? 1 : -1));
      else open();
    } else if (isOpen && key === 'Enter') {
      event.preventDefault();
      choose(found[active]);
    } else if (isOpen && key === 'Escape') {
      // Closes only the list, not the dialog around it.
      event.preventDefault();
      setPhrase(null);
    }
  };

  return (
    <Field name="zone_name" label={t('zone')} hint={isOpen ? t('zoneHint') : undefined} errors={errors}>
      {(bound) => (
        <div className={css.box}>
          <input
            {...bound}
            ref={input}
            className={classes(bound.className, css.input)}
            type="text"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            aria-expanded={isOpen && found.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={isOpen && found[active] ? `${id}-${active}` : undefined}
            value={shown}
            placeholder={isOpen ? cityOf(value) : undefined}
            // Selects the name, so that typing replaces it.
            onFocus={(event) => {
              event.currentTarget.select();
              void load();
            }}
            onClick={open}
            onChange={(event) => {
              setPhrase(event.currentTarget.value);
              setActive(0);
            }}
            onKeyDown={keyed}
            onBlur={() => setPhrase(null)}
          />
          <div
            className={css.list}
            id={`${id}-list`}
            ref={list}
            role="listbox"
            aria-label={t('zone')}
            hidden={found.length === 0}
          >
            {found.map((zone, place) => (
              <button
                type="button"
                tabIndex={-1}
                key={zone.zone_name}
                id={`${id}-${place}`}
                role="option"
                aria-selected={zone.zone_name === value}
                className={classes(css.option, place === active && css.active)}
                // Keeps the focus in the field, or blur would close the list before the click.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(zone)}
              >
                <span>{zone.label}</span>
                <span className={css.offset}>UTC{zone.offset}</span>
              </button>
            ))}
          </div>
          {isOpen && all.length > 0 && (
            <p className={css.none} role="status">
              {found.length === 0 ? t('noZone') : null}
            </p>
          )}
        </div>
      )}
    </Field>
  );
}
