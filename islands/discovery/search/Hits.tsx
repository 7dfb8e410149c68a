/** The first matches as listbox options (combobox pattern of the ARIA Authoring Practices). */
import { useHref, useTranslations } from '../../../locales/react.tsx';
import { Badge } from '../../../pages/ui/Badge.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { Face } from '../../../pages/ui/Face.tsx';
import { Founder } from '../../../pages/ui/Founder.tsx';
import { Stroke } from '../../../pages/ui/Seal.tsx';
import type { Found, Hit } from './find.ts';
import css from './Hits.module.css';
import { markedParts } from './marks.ts';

export function Hits({ id, found, active }: { id: string; found: Found; active: number }) {
  const t = useTranslations('liveSearch');
  const href = useHref();
  return (
    <div id={id} role="listbox" aria-label={t('results')}>
      {found.hits.map((hit, at) => (
        <a
          key={hit.to}
          id={optionId(id, at)}
          role="option"
          aria-selected={at === active}
          tabIndex={-1}
          className={classes(css.hit, at === active && css.on)}
          href={href(hit.to)}
        >
          <HitPicture hit={hit} />
          <span className={css.words}>
            <Marked className={css.name} text={hit.name} phrase={found.phrase} />
            {hit.under && <Marked className={css.under} text={hit.under} phrase={found.phrase} />}
          </span>
          <HitMark hit={hit} />
        </a>
      ))}
    </div>
  );
}

export const optionId = (list: string, at: number): string => `${list}-${at}`;

/** SRC-44, SRC-55: a brush stroke replaces a missing cover, an outline of a head a missing picture. */
function HitPicture({ hit }: { hit: Hit }) {
  if (hit.kind === 'creator') return <Face url={hit.pictureUrl} size={56} className={css.face} />;
  if (hit.pictureUrl === null)
    return (
      <span className={classes(css.cover, css.none)}>
        <Stroke />
      </span>
    );
  return <img className={css.cover} src={hit.pictureUrl} alt="" width="56" height="56" />;
}

/** SRC-47, SRC-48, SRC-53 */
function HitMark({ hit }: { hit: Hit }) {
  const t = useTranslations('liveSearch');
  if (hit.kind === 'story') {
    return hit.isFree ? (
      <span className={css.under}>{t('free')}</span>
    ) : (
      <Badge kind="outlined" icon="lock">
        {t('premium')}
      </Badge>
    );
  }
  return hit.isFounder ? (
    <span className={css.founder}>
      <Founder>{t('founder')}</Founder>
    </span>
  ) : null;
}

function Marked({ text, phrase, className }: { text: string; phrase: string; className?: string }) {
  let at = 0;
  return (
    <span className={className} dir="auto">
      {markedParts(text, phrase).map((part) => {
        at += part.text.length;
        return part.isMet ? <mark key={at}>{part.text}</mark> : part.text;
      })}
    </span>
  );
}
