import { useHref, useTranslations } from '../../locales/react.tsx';
import { address } from '../addresses.ts';
import { Rows } from '../text/Rows.tsx';
import { Statement } from '../text/Statement.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Wrap } from '../ui/Wrap.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { content } }: { data: Data }) {
  const t = useTranslations('texts.readers');
  const href = useHref();
  return (
    <Wrap as="main" id="main">
      <Statement title={content.heading} lead={content.lead}>
        <LinkButton kind="filled" big href={href('/')}>
          {t('discover')}
        </LinkButton>
        <LinkButton kind="quiet" big href={href(address('/app'))}>
          {t('app')}
        </LinkButton>
      </Statement>
      <Rows sections={content.sections} />
    </Wrap>
  );
}
