import { useHref, useTranslations } from '../../locales/react.tsx';
import { LinkButton } from '../ui/Button.tsx';
import { Empty } from '../ui/Empty.tsx';

export function NoStories({ heading, hint }: { heading: string; hint: string }) {
  const t = useTranslations('console');
  const href = useHref();
  return (
    <Empty
      heading={heading}
      actions={
        <LinkButton href={href('/creator/stories/new')} kind="filled" big icon="plus">
          {t('firstStory')}
        </LinkButton>
      }
    >
      <p>{hint}</p>
    </Empty>
  );
}
