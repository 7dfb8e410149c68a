/** Link to the ePub the chapters came from, as uploaded (NOV-07). */
import { useTranslations } from '../../../locales/react.tsx';
import { LinkButton } from '../../../pages/ui/Button.tsx';
import { addressOf } from '../../api.ts';
import { megabytes } from '../../bytes.ts';

export type OriginalLinkProps = { episodeId: string; original: { name: string; bytes: number } };

export function OriginalLink({ episodeId, original }: OriginalLinkProps) {
  const t = useTranslations('epub');
  const title = t('originalOf', { name: original.name, size: megabytes(original.bytes) });
  return (
    <LinkButton
      kind="quiet"
      icon="download"
      href={addressOf('GET /creator/episodes/epub/:id', { params: { id: episodeId } })}
      title={title}
      download
    >
      {t('original')}
    </LinkButton>
  );
}
