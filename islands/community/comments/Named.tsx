import { useTranslations } from '../../../locales/react.tsx';
import { classes } from '../../../pages/ui/classes.ts';
import { Face } from '../../../pages/ui/Face.tsx';
import { VisuallyHidden } from '../../../pages/ui/VisuallyHidden.tsx';
import type { useNamed } from './useNamed.ts';
import css from './Write.module.css';

type NamedProps = Pick<ReturnType<typeof useNamed>, 'id' | 'open' | 'choose'>;

export function Named({ id, open, choose }: NamedProps) {
  const t = useTranslations('comments');
  return (
    <>
      <div role="status">
        {open && <VisuallyHidden>{t('offered', { count: open.people.length })}</VisuallyHidden>}
      </div>
      {open && (
        <div id={id} role="listbox" aria-label={t('people')} className={css.people}>
          {open.people.map((person, at) => (
            <button
              key={person.id}
              type="button"
              id={`${id}${at}`}
              role="option"
              aria-selected={at === open.active}
              tabIndex={-1}
              className={classes(css.person, at === open.active && css.on)}
              // Keeps the focus in the field.
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(person)}
            >
              <Face url={person.mini_thumbnail_url} size={28} />
              <b dir="auto">{person.display_name}</b>
              <span className={css.slug}>{person.is_team ? t('team') : `@${person.slug}`}</span>
            </button>
          ))}
        </div>
      )}
    </>
  );
}
