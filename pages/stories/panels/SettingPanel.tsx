import { PlainIsland } from '../../../islands/runtime/PlainIsland.tsx';
import { useTranslations } from '../../../locales/react.tsx';
import { SETTING } from '../../../server/domains/reading/library/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Panel } from './Panel.tsx';
import css from './SettingPanel.module.css';

/** Ordered by effect, not by frequency. */
const [lines, margins, hyphens] = [SETTING.lines, SETTING.margins, SETTING.hyphens];
const SHOWN = {
  ...SETTING,
  lines: [lines[1], lines[0], lines[2]],
  margins: [margins[1], margins[0], margins[2]],
  hyphens: [hyphens[1], hyphens[0]],
} as const;

/** Typography of novels (RDN-01 … RDN-06). Fields apply at once (islands/reading/typography/settings.ts). */
export function SettingPanel({ isUpright }: { /** The book has vertical lines. */ isUpright: boolean }) {
  const t = useTranslations('novelSetting');
  const words = useTranslations('words');
  return (
    <Panel name="reading" heading={t('heading')} low>
      <form className={css.form} data-setting autoComplete="off">
        <fieldset>
          <legend>
            <VisuallyHidden>{t('ground')}</VisuallyHidden>
          </legend>
          <div className={css.grounds}>
            {SHOWN.ground.map((value) => (
              <label key={value} className={css.ground} data-of={value}>
                <input
                  type="radio"
                  name="ground"
                  value={value}
                  defaultChecked={value === SETTING.ground[0]}
                />
                <span>{t(`grounds.${value}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <Row label={t('letters')} name="letters" labelOf={(of) => t(`letterings.${of}`)} />
        <div className={css.row}>
          <span className={css.label} id="setting-size">
            {t('size')}
          </span>
          <fieldset className={css.size} aria-labelledby="setting-size">
            <button type="button" data-larger="-1" aria-label={t('smaller')}>
              A
            </button>
            <output aria-live="polite">18</output>
            <button type="button" data-larger="1" aria-label={t('larger')}>
              A
            </button>
          </fieldset>
        </div>
        <Row label={t('lines')} name="lines" labelOf={(of) => t(`linings.${of}`)} />
        <Row label={t('margins')} name="margins" labelOf={(of) => t(`widths.${of}`)} />
        <Row label={t('edge')} name="edge" labelOf={(of) => t(`edges.${of}`)} />
        <Row label={t('hyphens')} name="hyphens" labelOf={(of) => t(`hyphenings.${of}`)} />
        <Row label={t('move')} name="move" labelOf={(of) => t(`moves.${of}`)} />
        {isUpright && <Row label={t('writing')} name="writing" labelOf={(of) => t(`writings.${of}`)} />}
        <div className={css.aloud}>
          <PlainIsland name="aloud" wake="touch">
            <Button icon="headphones" data-tool="aloud">
              {words('aloud')}
            </Button>
          </PlainIsland>
          <p>{words('aloudNote')}</p>
        </div>
        <div className={css.foot}>
          <p>{t('kept')}</p>
          <Button kind="quiet" data-press="help">
            {t('keys')}
          </Button>
          <Button type="reset">{t('reset')}</Button>
        </div>
      </form>
    </Panel>
  );
}

type Name = Exclude<keyof typeof SHOWN, 'ground'>;

function Row<Of extends Name>({
  label,
  name,
  labelOf,
}: {
  label: string;
  name: Of;
  labelOf: (value: (typeof SHOWN)[Of][number]) => string;
}) {
  const options: readonly (typeof SHOWN)[Of][number][] = SHOWN[name];
  return (
    <div className={css.row}>
      <span className={css.label} aria-hidden="true">
        {label}
      </span>
      <Segmented
        legend={label}
        quiet
        name={name}
        options={options.map((value) => ({ value, label: labelOf(value) }))}
        defaultValue={SETTING[name][0]}
      />
    </div>
  );
}
