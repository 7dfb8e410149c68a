import type { Part } from '../../server/content/schema.ts';
import { Html } from '../text/Html.tsx';
import css from './Steps.module.css';

export function Steps({ parts }: { parts: readonly Part[] }) {
  return (
    <ol className={css.steps}>
      {parts.map(({ id, heading, html }) => (
        <li key={id} id={id}>
          <h3>{heading}</h3>
          <Html className={css.words} html={html} />
        </li>
      ))}
    </ol>
  );
}
