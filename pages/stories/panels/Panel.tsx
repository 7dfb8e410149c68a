import type { ReactNode } from 'react';
import { useTranslations } from '../../../locales/react.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import css from './Panel.module.css';

export type PanelName = 'comments' | 'contents' | 'episodes' | 'notes' | 'reading' | 'report' | 'share';

/** Address of a panel in the page. Browsers open the details element that contains a link's target. */
export const panelAnchor = (name: PanelName): string => `panel-${name}`;

/**
 * One panel at a time: left on wide screens, bottom on phones. Works without a script. With one, the focus follows
 * (islands/reading/stage/panels.ts). Its summary is the cross, on phones also the veil.
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
  /** At most two thirds of a phone's screen, so that the page stays visible. */
  low?: boolean;
  /** Centred over everything, on wide screens too. */
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
