import { useHref, useTranslations } from '../../../locales/react.tsx';
import type { FoundCreatorView } from '../../../server/domains/discovery/search/queries.ts';
import { address } from '../../addresses.ts';
import { Face } from '../../ui/Face.tsx';
import { Founder } from '../../ui/Founder.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { hostOf } from '../../ui/website.ts';
import css from './Creators.module.css';

/** Picture, name, website and founder mark. The whole row links to the profile (SRC-53, SRC-55, SRC-59). */
export function Creators({ creators }: { creators: readonly FoundCreatorView[] }) {
  const t = useTranslations('story');
  const href = useHref();
  return (
    <div className={css.list}>
      <Rows>
        {creators.map(({ id, slug, displayName, websiteUrl, founder, thumbnailUrl }) => (
          <div key={id} className={css.row}>
            <Face url={thumbnailUrl} size={56} />
            <div className={css.words}>
              <RowLink href={href(address('/profile/@slug', { slug }))} className={css.name}>
                <bdi>{displayName}</bdi>
              </RowLink>
              {websiteUrl && <p className={css.website}>{hostOf(websiteUrl)}</p>}
            </div>
            {founder && (
              <span className={css.founder}>
                <Founder>{t('founder')}</Founder>
              </span>
            )}
          </div>
        ))}
      </Rows>
    </div>
  );
}
