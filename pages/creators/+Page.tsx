import { useHref, useTranslations } from '../../locales/react.tsx';
import { address, withBack } from '../addresses.ts';
import { Facts } from '../text/Facts.tsx';
import { sectionIn } from '../text/sections.ts';
import { LinkButton } from '../ui/Button.tsx';
import { SectionHead } from '../ui/SectionHead.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { Share } from './Share.tsx';
import { Steps } from './Steps.tsx';
import { Sum } from './Sum.tsx';

export default function Page({ data: { content, sum } }: { data: Data }) {
  const t = useTranslations('texts.creators');
  const href = useHref();
  const [steps, example, rules, terms] = ['steps', 'sum', 'rules', 'terms'].map((id) =>
    sectionIn(content, id),
  );
  return (
    <main id="main">
      <Share content={content} percent={sum.sharePercent} />
      {steps && (
        <Wrap as="section" className={css.block}>
          <SectionHead heading={steps.heading} id={steps.id} />
          <Steps parts={steps.parts} />
        </Wrap>
      )}
      {example && (
        <Wrap as="section" className={css.block}>
          <SectionHead heading={example.heading} id={example.id} />
          <Sum sum={sum} note={example.intro} />
        </Wrap>
      )}
      {rules && (
        <Wrap as="section" className={css.block}>
          <SectionHead
            heading={rules.heading}
            id={rules.id}
            more={{ href: href(address('/creator_payment_program')), label: t('program') }}
          />
          <Facts parts={rules.parts} />
        </Wrap>
      )}
      {terms && (
        <Wrap as="section" className={css.block}>
          <SectionHead heading={terms.heading} id={terms.id} />
          <Facts parts={terms.parts} />
        </Wrap>
      )}
      <div className={css.call}>
        <Wrap className={css.calls}>
          <section>
            <h2>{t('ownFirst')}</h2>
            <p>{t('ownFirstText')}</p>
            <LinkButton href={href(withBack('/sign_up', href(address('/creator/stories/new'))))}>
              {t('begin')}
            </LinkButton>
          </section>
          <section>
            <h2>{t('rulesFirst')}</h2>
            <p>{t('rulesFirstText')}</p>
            <p className={css.links}>
              <LinkButton href={href(address('/community_guidelines'))}>{t('guidelines')}</LinkButton>
              <LinkButton kind="quiet" href={href(address('/terms_of_service'))}>
                {t('terms')}
              </LinkButton>
            </p>
          </section>
        </Wrap>
      </div>
    </main>
  );
}
