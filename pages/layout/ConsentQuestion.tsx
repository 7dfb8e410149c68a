import { ActionForm } from '../../islands/ActionForm.tsx';
import { PlainIsland } from '../../islands/runtime/PlainIsland.tsx';
import { useHref, useTranslations } from '../../locales/react.tsx';
import { Button } from '../ui/Button.tsx';
import { classes } from '../ui/classes.ts';
import css from './ConsentQuestion.module.css';
import { useFrame } from './context.ts';
import { useHere } from './useWayBack.ts';

/**
 * Asks once about the advertising network, which stays off until answered. The page is shared, so it contains the
 * question hidden. The theme script shows it before first paint. `bar` sticks to the bottom of the screen, `flow` comes
 * after the content.
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
          {/* Refusing is as easy as accepting: the same size and weight, and first. */}
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
