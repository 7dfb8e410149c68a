import { useHref, useTranslations } from '../../../locales/react.tsx';
import { Browse } from '../../browse/Browse.tsx';
import type { Data } from './+data.ts';

export default function Page({ data: { genre, browse } }: { data: Data }) {
  const t = useTranslations('browse');
  const names = useTranslations('genres');
  const sentences = useTranslations('genreSentences');
  const href = useHref();
  return (
    <Browse
      data={browse}
      name={names(genre)}
      crumbs={[{ label: t('genres'), href: href('/genres') }]}
      sentence={sentences(genre)}
    />
  );
}
