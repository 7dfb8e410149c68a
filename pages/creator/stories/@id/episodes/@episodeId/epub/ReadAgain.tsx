import { ActionForm } from '#islands/ActionForm.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import { Button } from '#pages/ui/Button.tsx';
import type { Data } from './+data.ts';

type ReadAgainProps = { data: Data; mediaId: string };

/** The error was ours, so the file need not be uploaded again. */
export function ReadAgain({ data: { novel, episode, lockVersion }, mediaId }: ReadAgainProps) {
  const t = useTranslations('epub');
  const href = useHref();
  const page = address('/creator/stories/@id/episodes/@episodeId/epub', {
    id: novel.id,
    episodeId: episode.id,
  });
  return (
    <ActionForm call="POST /creator/episodes/chapters" page={page} back={href(page)}>
      <input type="hidden" name="episode_id" value={episode.id} />
      <input type="hidden" name="media_id" value={mediaId} />
      <input type="hidden" name="look_first" value="true" />
      <input type="hidden" name="lock_version" value={lockVersion} />
      <Button type="submit" kind="filled" big icon="rotate-ccw">
        {t('readAgain')}
      </Button>
    </ActionForm>
  );
}
