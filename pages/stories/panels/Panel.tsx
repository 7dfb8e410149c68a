import type { ReactNode } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import css from './Panel.module.css';

export type PanelName = 'comments' | 'contents' | 'episodes' | 'notes' | 'reading' | 'report' | 'share';

/** The address of a panel within the page: a link there opens it, since a browser opens what it leads into. */
export const panelAnchor = (name: PanelName): string => `panel-${name}`;

/**
 * One panel at a time, in one place: at the left on wide screens, from below on phones. It opens and closes without a script; with
 * one the focus follows (islands/reading/stage/panels.ts). Its summary is the cross, and on phones also the veil behind it.
 */
export function Panel({
  name,
  heading,
  note,
  low,
  modal,
  children,
}: {
  name: PanelName;
  heading: string;
  note?: ReactNode;
  /** At most two thirds of a phone's screen, so that the page stays in sight. */
  low?: boolean;
  /** In the middle and over everything on wide screens, too. */
  modal?: boolean | undefined;
  children: ReactNode;
}) {
  const t = useTranslations('readerTools');
  return (
    <details
      className={classes(css.panel, low && css.low, modal && css.modal)}
      data-panel={name}
      data-modal={modal ? '' : undefined}
      name="reader-panel"
    >
      <summary className={css.close} aria-label={t('close')} title={t('close')}>
        <Icon name="x" />
      </summary>
      <section className={css.box} aria-labelledby={panelAnchor(name)}>
        <div className={css.head} data-panel-head>
          <h2 id={panelAnchor(name)} tabIndex={-1}>
            {heading}
          </h2>
          {note && <span className={css.note}>{note}</span>}
        </div>
        <div className={css.body} data-panel-body>
          {children}
        </div>
      </section>
    </details>
  );
}
