import SubscribeAll from '#islands/reading/SubscribeAll.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { formatNumber } from '../../../locales/index.ts';
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { CREATOR_STORIES_MAX_COUNT } from '../../../server/domains/reading/library/rules.ts';
import { type Address, address, feedOf } from '../../addresses.ts';
import { useFrame } from '../../layout/context.ts';
import { Counts } from '../../ui/Counts.tsx';
import { Face } from '../../ui/Face.tsx';
import { Flood } from '../../ui/Flood.tsx';
import { Founder } from '../../ui/Founder.tsx';
import { Icon } from '../../ui/Icon.tsx';
import type { StoryColour } from '../../ui/storyColour.ts';
import { Title } from '../../ui/Title.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Wrap } from '../../ui/Wrap.tsx';
import { hostOf } from '../../ui/website.ts';
import type { Data } from './+data.ts';
import css from './PersonHead.module.css';

const reportAddress = (id: string, back: string): Address =>
  address('/report', {}, { query: { subject_type: 'user', subject_id: id, back } });

export function PersonHead({ person, colour }: { person: Data['person']; colour: StoryColour | undefined }) {
  const t = useTranslations('author');
  const words = useTranslations('story');
  const labels = useTranslations('profile');
  const href = useHref();
  const { path } = useFrame();
  const { slug, displayName: name, bio, storiesCount, subscribersCount, website } = person;
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
          {bio !== null && (
            <p className={css.bio} dir="auto">
              {bio}
            </p>
          )}
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
              // User content: neither we nor search engines vouch for it.
              <a className={css.link} href={website} rel="nofollow noopener ugc">
                <Icon name="globe" />
                <VisuallyHidden>{labels('website')}: </VisuallyHidden>
                {hostOf(website)}
              </a>
            )}
            {storiesCount > 0 && (
              <a className={css.link} href={href(feedOf(address('/profile/@slug', { slug })))}>
                <Icon name="rss" />
                {t('feed')}
              </a>
            )}
            <a className={css.link} href={href(reportAddress(person.id, path))} rel="nofollow">
              {t('report')}
            </a>
          </div>
        </div>
        {storiesCount > 0 && (
          <div className={css.subscribe}>
            <Island
              name="SubscribeAll"
              component={SubscribeAll}
              props={{ slug, here: href(path as Address) }}
              wake="reader"
            />
            <p>{t('subscribeNote', { count: Math.min(storiesCount, CREATOR_STORIES_MAX_COUNT) })}</p>
          </div>
        )}
      </Wrap>
    </Flood>
  );
}
