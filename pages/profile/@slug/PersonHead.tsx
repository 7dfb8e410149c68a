import { formatNumber } from '../../../locales/index.ts';
import { useTranslations } from '../../../locales/react.tsx';
import { Counts } from '../../ui/Counts.tsx';
import { Face } from '../../ui/Face.tsx';
import { Flood } from '../../ui/Flood.tsx';
import { Founder } from '../../ui/Founder.tsx';
import type { StoryColour } from '../../ui/storyColour.ts';
import { Title } from '../../ui/Title.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import { hostOf } from '../../ui/website.ts';
import type { Data } from './+data.ts';
import css from './PersonHead.module.css';

/** Who it is, in the colour of their newest story. */
export function PersonHead({ person, colour }: { person: Data['person']; colour: StoryColour | undefined }) {
  const t = useTranslations('author');
  const words = useTranslations('story');
  const labels = useTranslations('profile');
  const { displayName: name, storiesCount, subscribersCount, website } = person;
  return (
    <Flood colour={colour}>
      <Wrap className={css.inside}>
        <Face url={person.pictureUrl} size={160} eager alt={t('picture', { name })} className={css.face} />
        <div className={css.text}>
          {person.founder && (
            <p>
              <Founder plain>{words('founder')}</Founder>
            </p>
          )}
          <Title>{name}</Title>
          <div className={css.facts}>
            {storiesCount > 0 && (
              <Counts
                items={[
                  { label: t('storiesCount', { count: storiesCount }), value: formatNumber(storiesCount) },
                  {
                    label: words('subscribers', { count: subscribersCount }),
                    value: formatNumber(subscribersCount),
                  },
                ]}
              />
            )}
            {website && (
              // Somebody else's page, which neither we nor search engines vouch for.
              <a className={css.website} href={website} rel="nofollow noopener ugc">
                <VisuallyHidden>{labels('website')}: </VisuallyHidden>
                {hostOf(website)}
              </a>
            )}
          </div>
        </div>
      </Wrap>
    </Flood>
  );
}
