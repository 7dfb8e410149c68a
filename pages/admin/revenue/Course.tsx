import { formatDate, formatTime } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import type { ImportDetail } from '#server/domains/income/revenue/queries.ts';
import css from './Revenue.module.css';

const KB = 1000;

const sizeOf = (bytes: number): string => {
  const kb = bytes / KB;
  return kb < KB ? `${Math.max(1, Math.round(kb))} kB` : `${(kb / KB).toFixed(1)} MB`;
};

export function Course({ found }: { found: ImportDetail }) {
  const t = useTranslations('revenueImport');
  const { state, lines_count: lines, problems_count: wrong, credited_at: at } = found;
  const isChecked = state !== 'checking' && state !== 'refused';
  const isPreview = state === 'ready' && found.overtaken_by === null;
  const isCredited = state === 'credited';
  const checkedNote = () => {
    if (state === 'checking') return t('steps.waiting');
    return wrong > 0 ? t('steps.wrong', { count: wrong }) : t('steps.allFine', { count: lines });
  };
  const steps = [
    {
      name: t('steps.uploaded'),
      note: t('steps.fileNote', { name: found.file_name, size: sizeOf(found.size_bytes) }),
      look: css.done,
    },
    {
      name: t('steps.checked'),
      note: checkedNote(),
      look: wrong > 0 ? css.wrong : isChecked ? css.done : css.here,
      isHere: !isChecked,
    },
    {
      name: t('steps.preview'),
      note: t(isPreview ? 'steps.look' : 'steps.totals'),
      look: isPreview ? css.here : isCredited ? css.done : undefined,
      isHere: isPreview,
    },
    {
      name: t('steps.credited'),
      note: at === null ? t('steps.whole') : t('steps.at', { date: formatDate(at), time: formatTime(at) }),
      look: isCredited ? css.here : undefined,
      isHere: isCredited,
    },
  ];
  return (
    <ol className={css.course} aria-label={t('steps.course')}>
      {steps.map(({ name, note, look, isHere }) => (
        <li key={name} className={look} aria-current={isHere ? 'step' : undefined}>
          <b>{name}</b>
          <small>{note}</small>
        </li>
      ))}
    </ol>
  );
}
