import type { Section } from '../../server/content/schema.ts';
import { Html } from './Html.tsx';
import css from './Rows.module.css';

/** Sections as rows: topic on the left, text beside it. */
export function Rows({ sections }: { sections: readonly Section[] }) {
  return (
    <div className={css.rows}>
      {sections.map(({ id, heading, html }) => (
        <section key={id} className={css.row} aria-labelledby={id}>
          <h2 id={id}>{heading}</h2>
          <Html className={css.text} html={html} />
        </section>
      ))}
    </div>
  );
}
