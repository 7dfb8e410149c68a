import { useState } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { Button } from '../../../pages/ui/Button.tsx';
import { TextField } from '../../../pages/ui/Field.tsx';
import css from './Prices.module.css';
import { readCoins } from './preview.ts';

/** Small field for a row of fields, with one shared error below (PRI-09). */
export function Coins({
  label,
  name,
  value,
  wrongBy,
}: {
  label: string;
  name: string;
  value: number;
  wrongBy: string | undefined;
}) {
  return (
    <TextField
      {...{ label, name }}
      id={name}
      defaultValue={value}
      inputMode="numeric"
      autoComplete="off"
      maxLength={9}
      wrongBy={wrongBy}
    />
  );
}

export function SetAll({
  label,
  button,
  onSet,
}: {
  label: string;
  button: string;
  onSet(text: string): void;
}) {
  const [text, setText] = useState('');
  return (
    <div className={css.all} data-needs-js>
      <TextField
        label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          if (readCoins(text) !== null) onSet(text.trim());
        }}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
      />
      <Button
        aria-disabled={readCoins(text) === null}
        onClick={() => readCoins(text) !== null && onSet(text.trim())}
      >
        {button}
      </Button>
    </div>
  );
}

/** Number of days after which an episode is free (decisions.md §7). For every type except free. */
export function FreeAfter({ value, errors }: { value: number | null; errors: readonly string[] }) {
  const t = useTranslations('prices');
  return (
    <div className={css.wait}>
      <TextField
        label={t('freeAfter')}
        hint={t('freeAfterHint')}
        name="free_after_days"
        id="free_after_days"
        defaultValue={value ?? ''}
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        errors={errors}
      />
    </div>
  );
}
