import { useHref, useTranslations } from '../../locales/react.tsx';
import type { Content } from '../../server/content/schema.ts';
import { address, withBack } from '../addresses.ts';
import { LinkButton } from '../ui/Button.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import css from './Share.module.css';

export function Share({ content: { heading, lead }, percent }: { content: Content; percent: number }) {
  const t = useTranslations('texts.creators');
  const href = useHref();
  return (
    <Wrap as="section" className={css.share}>
      <p className={css.number} role="img" aria-label={t('share', { percent })}>
        {percent}
        <small>%</small>
      </p>
      <div className={css.words}>
        <h1 className={css.title}>{heading}</h1>
        <p className={css.lead}>{lead}</p>
        <p className={css.actions}>
          <LinkButton
            kind="filled"
            big
            href={href(withBack('/sign_up', href(address('/creator/stories/new'))))}
          >
            {t('publish')}
          </LinkButton>
          <LinkButton kind="quiet" big href="#sum">
            {t('seeSum')}
          </LinkButton>
        </p>
      </div>
    </Wrap>
  );
}
