import { formatNumber } from '#locales/index.ts';
import { useTranslations } from '#locales/react.tsx';
import { Icon, type IconName } from '#pages/ui/Icon.tsx';
import type { PopKind } from '#server/domains/community/short-notes/rules.ts';
import css from './ShortNotes.module.css';
import type { Felt } from './types.ts';

export const FEELINGS: readonly { kind: PopKind; icon: IconName }[] = [
  { kind: 'heart', icon: 'heart' },
  { kind: 'laugh', icon: 'laugh' },
  { kind: 'wow', icon: 'surprised' },
  { kind: 'sad', icon: 'frown' },
  { kind: 'angry', icon: 'angry' },
  { kind: 'clap', icon: 'hand' },
];

export function Feelings({
  felt: { counts, mine },
  label,
  onFeel,
}: {
  felt: Felt;
  label: string;
  /** Without it, the buttons send the form around them. */
  onFeel?: (kind: PopKind) => void;
}) {
  const t = useTranslations('tsukkomi');
  return (
    <fieldset className={css.feelings} aria-label={label}>
      {FEELINGS.map(({ kind, icon }) => (
        <button
          key={kind}
          type={onFeel ? 'button' : 'submit'}
          name="kind"
          value={kind}
          className={css.feeling}
          aria-pressed={mine === kind}
          aria-label={t('feeling', { feeling: t(`feelings.${kind}`), count: counts[kind] ?? 0 })}
          title={t(`feelings.${kind}`)}
          onClick={onFeel && (() => onFeel(kind))}
        >
          <Icon name={icon} filled={kind === 'heart' && mine === kind} />
          <span>{formatNumber(counts[kind] ?? 0)}</span>
        </button>
      ))}
    </fieldset>
  );
}
