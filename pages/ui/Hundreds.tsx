import { Button } from './Button.tsx';
import { TextField } from './Field.tsx';
import css from './Hundreds.module.css';
import { shownPages } from './Pager.tsx';
import { Tabs } from './Tabs.tsx';

export type Span = { from: number; first: number; last: number };

export type JumpProps = {
  action: string;
  fields?: Readonly<Record<string, string>>;
  first: number;
  last: number;
  /** "Go to episode, 1 to 240" */
  label: string;
  /** In the field: "Episode 1–240" */
  hint: string;
  go: string;
};

export type HundredTabsProps = {
  /** Name of the navigation: "Episodes by hundreds". */
  label: string;
  spans: readonly Span[];
  shown: number;
  nameOf: (span: Span) => string;
  hrefOf: (from: number) => string;
};

export function Hundreds({ jump, ...tabs }: HundredTabsProps & { jump: JumpProps }) {
  return (
    <div className={css.row}>
      <HundredTabs {...tabs} />
      <Jump {...jump} />
    </div>
  );
}

/** Shows the first, the last, the current one and its neighbours. */
export function HundredTabs({ label, spans, shown, nameOf, hrefOf }: HundredTabsProps) {
  const place = spans.findIndex(({ from }) => from === shown) + 1;
  const near = shownPages(place, spans.length).flatMap((page) => spans[(page ?? 0) - 1] ?? []);
  return (
    <Tabs
      label={label}
      items={near.map((span) => ({
        href: hrefOf(span.from),
        label: span.first === span.last ? String(span.first) : nameOf(span),
        current: span.from === shown,
      }))}
    />
  );
}

export function Jump({ action, fields = {}, first, last, label, hint, go }: JumpProps) {
  return (
    <form className={css.jump} action={action}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <TextField
        label={label}
        hideLabel
        name="episode"
        type="number"
        inputMode="numeric"
        min={first}
        max={last}
        required
        placeholder={hint}
      />
      <Button type="submit">{go}</Button>
    </form>
  );
}
