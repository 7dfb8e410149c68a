import { formatDate } from '../../locales/index.ts';
import { useTranslations } from '../../locales/react.tsx';
import type { Content, Section } from '../../server/content/schema.ts';
import { languageAttributes } from '../../server/lib/locale.ts';
import { Icon } from '../ui/Icon.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import css from './Clauses.module.css';
import { Html } from './Html.tsx';

/** Scroll timeline of a section, which marks its entry in the contents without a script. */
const timelineOf = ({ id }: Pick<Section, 'id'>): string => `--${id}`;

/** A legal text: contents beside it, and each section's summary in the margin (12-legal). */
export function Clauses({ content }: { content: Content }) {
  const t = useTranslations('texts');
  const { heading, lead, sections, changed, minutes } = content;
  return (
    <Wrap as="main" id="main" className={css.page} style={{ timelineScope: sections.map(timelineOf).join() }}>
      <div className={css.head}>
        <h1 className={css.title}>{heading}</h1>
        <p className={css.facts}>
          <b>
            {t('changed')} <time dateTime={changed}>{formatDate(changed)}</time>
          </b>
          <span className={css.muted}>{t('minutes', { count: minutes })}</span>
        </p>
      </div>
      <details className={css.folded}>
        <summary className={css.summary}>
          <Icon name="list" />
          {t('sections', { count: sections.length })}
          <Icon name="chevron-down" className={css.turns} />
        </summary>
        <nav aria-label={t('contents')}>
          <Contents sections={sections} />
        </nav>
      </details>
      <nav className={css.side} aria-label={t('contents')}>
        <Contents sections={sections} />
      </nav>
      <div {...languageAttributes(content.locale)}>
        {lead && <p className={css.lead}>{lead}</p>}
        {sections.some(({ summary }) => summary !== null) && <p className={css.note}>{t('summaries')}</p>}
        {sections.map((section, index) => (
          <Clause key={section.id} section={section} number={index + 1} />
        ))}
      </div>
    </Wrap>
  );
}

function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <ol className={css.contents}>
      {sections.map(({ id, heading }) => (
        <li key={id}>
          <a href={`#${id}`} style={{ animationTimeline: timelineOf({ id }) }}>
            {heading}
          </a>
        </li>
      ))}
    </ol>
  );
}

function Clause({ section: { id, heading, summary, html }, number }: { section: Section; number: number }) {
  const t = useTranslations('texts');
  return (
    <section
      className={css.clause}
      id={id}
      aria-labelledby={`${id}-heading`}
      style={{ viewTimelineName: timelineOf({ id }) }}
    >
      <h2 className={css.heading} id={`${id}-heading`}>
        <span className={css.number}>{number}</span>
        {heading}
      </h2>
      {summary !== null && (
        <div className={css.short}>
          <small>{t('inShort')}</small>
          <Html as="p" html={summary} />
        </div>
      )}
      <Html className={css.law} html={html} />
    </section>
  );
}
