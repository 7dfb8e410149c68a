import { useTranslations } from '../../locales/react.tsx';
import type { Move as Moved } from '../../server/domains/discovery/lists/ranked.ts';
import { classes } from '../ui/classes.ts';
import css from './Move.module.css';

export function Move({ move }: { move: Moved }) {
  const t = useTranslations('ranking');
  if (move === 'new') return <span className={classes(css.move, css.first)}>{t('new')}</span>;
  if (move > 0) return <span className={classes(css.move, css.up)}>{t('up', { by: move })}</span>;
  return <span className={css.move}>{move < 0 ? t('down', { by: -move }) : t('same')}</span>;
}
