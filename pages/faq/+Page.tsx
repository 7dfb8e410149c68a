import { useHref, useTranslations } from '../../locales/react.tsx';
import { product } from '../../server/lib/product.ts';
import { Notice } from '../ui/Notice.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import { Ask } from './Ask.tsx';
import css from './Page.module.css';
import { Question } from './Question.tsx';

export default function Page({ data: { title, lead, phrase, groups } }: { data: Data }) {
  const t = useTranslations('faq');
  const href = useHref();
  const count = groups.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <Wrap as="main" id="main" className={css.main}>
      <div className={css.head}>
        <h1 className={css.title}>{title}</h1>
        {phrase === null && <p className={css.lead}>{lead}</p>}
        <Ask phrase={phrase} />
        {phrase !== null && (
          <p className={css.count} role="status">
            {t('count', { count, phrase })}
          </p>
        )}
      </div>
      {phrase !== null && count === 0 ? (
        <p className={css.none}>{t.rich('none', { all: (words) => <a href={href('/faq')}>{words}</a> })}</p>
      ) : (
        <div className={css.groups}>
          {groups.map(({ id, heading, questions }) => (
            <section key={id} className={css.group} aria-labelledby={id}>
              <h2 id={id}>{heading}</h2>
              <div>
                {questions.map((each) => (
                  <Question key={each.id} {...each} isOpen={phrase !== null} />
                ))}
              </div>
            </section>
          ))}
        </div>
      )}
      <div className={css.write}>
        <Notice icon="mail">
          <p>
            {t.rich('write', {
              mail: () => <a href={`mailto:${product.supportEmail}`}>{product.supportEmail}</a>,
            })}
          </p>
        </Notice>
      </div>
    </Wrap>
  );
}
