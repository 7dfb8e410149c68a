import { useHref, useTranslations } from '../../../locales/react.tsx';
import { address } from '../../addresses.ts';
import { Browse } from '../../browse/Browse.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { name, browse } }: { data: Data }) {
  const t = useTranslations('browse');
  const href = useHref();
  return (
    <Browse
      data={browse}
      name={name}
      crumbs={[{ label: t('languages'), href: href(address('/genres', {}, { hash: 'languages' })) }]}
      sentence={t('languageSentence', { name })}
    />
  );
}
