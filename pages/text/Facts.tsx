import type { Part } from '../../server/content/schema.ts';
import css from './Facts.module.css';
import { Html } from './Html.tsx';

export function Facts({ parts }: { parts: readonly Part[] }) {
  return (
    <dl className={css.facts}>
      {parts.map(({ id, heading, html }) => (
        <div key={id} id={id} className={css.fact}>
          <dt>{heading}</dt>
          <Html as="dd" className={css.words} html={html} />
        </div>
      ))}
    </dl>
  );
}
