import { ActionForm } from '../../islands/ActionForm.tsx';
import { PlainIsland } from '../../islands/runtime/PlainIsland.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import css from './ConsentQuestion.module.css';
import { useFrame } from './context.ts';
import { useHere } from './useWayBack.ts';

/**
 * Asks once whether an advertising network may be shown; nothing of it runs before the answer. The page is the same for everybody,
 * so the question stands in it unseen: the theme's script brings it up before the first paint. `bar` lies at the foot of the screen
 * and takes its room at the foot of the page; `flow` waits behind what is read.
 */
export function ConsentQuestion({ place }: { place: 'bar' | 'flow' }) {
  const t = useTranslations('cookies');
  const href = useHref();
  const here = useHere();
  if (!useFrame().asksConsent) return null;
  return (
    <section className={classes(css.question, css[place])} aria-label={t('title')}>
      <PlainIsland name="consent" wake="touch">
        <ActionForm call="POST /consent" back={here} className={css.in}>
          <p className={css.text}>{t.rich('question', { b: (words) => <b>{words}</b> })}</p>
          <a className={css.pick} href={href('/cookies')}>
            {t('choose')}
          </a>
          {/* As easy to refuse as to accept: of one size and weight, and to refuse comes first. */}
          <div className={css.two}>
            <Button type="submit" name="adverts" value="false">
              {t('refuse')}
            </Button>
            <Button type="submit" name="adverts" value="true">
              {t('allow')}
            </Button>
          </div>
        </ActionForm>
      </PlainIsland>
    </section>
  );
}
