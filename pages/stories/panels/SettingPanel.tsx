import { useTranslations } from '../../../locales/react.tsx';
import {
  EDGES,
  GROUNDS,
  HYPHENS,
  LETTERS,
  LINES,
  MARGINS,
  MOVES,
} from '../../../server/domains/library/rules.ts';
import { Button } from '../../ui/Button.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { Panel } from './Panel.tsx';
import css from './SettingPanel.module.css';

/** In the order of what they do, and not of what is usual. */
const LINES_SHOWN = [LINES[1], LINES[0], LINES[2]] as const;
const MARGINS_SHOWN = [MARGINS[1], MARGINS[0], MARGINS[2]] as const;
const HYPHENS_SHOWN = [HYPHENS[1], HYPHENS[0]] as const;

/** How novels are set (RDN-01 … RDN-06). Plain fields, which act on the text at once (islands/looks/settings.ts). */
export function SettingPanel() {
  const t = useTranslations('novelSetting');
  return (
    <Panel name="reading" heading={t('heading')} low>
      <form className={css.form} data-setting autoComplete="off">
        <fieldset>
          <legend>
            <VisuallyHidden>{t('ground')}</VisuallyHidden>
          </legend>
          <div className={css.grounds}>
            {/* keys: novelSetting.grounds.system novelSetting.grounds.paper novelSetting.grounds.sepia */}
            {/* keys: novelSetting.grounds.grey novelSetting.grounds.night novelSetting.grounds.black */}
            {GROUNDS.map((value) => (
              <label key={value} className={css.ground} data-of={value}>
                <input type="radio" name="ground" value={value} defaultChecked={value === 'system'} />
                <span>{t(`grounds.${value}`)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        {/* keys: novelSetting.letterings.serif novelSetting.letterings.sans novelSetting.letterings.clear */}
        <Row label={t('letters')} name="letters" options={LETTERS} labelOf={(of) => t(`letterings.${of}`)} />
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
        {/* keys: novelSetting.linings.close novelSetting.linings.book novelSetting.linings.wide */}
        <Row label={t('lines')} name="lines" options={LINES_SHOWN} labelOf={(of) => t(`linings.${of}`)} />
        {/* keys: novelSetting.widths.slim novelSetting.widths.book novelSetting.widths.broad */}
        <Row
          label={t('margins')}
          name="margins"
          options={MARGINS_SHOWN}
          labelOf={(of) => t(`widths.${of}`)}
        />
        {/* keys: novelSetting.edges.ragged novelSetting.edges.straight */}
        <Row label={t('edge')} name="edge" options={EDGES} labelOf={(of) => t(`edges.${of}`)} />
        {/* keys: novelSetting.hyphenings.none novelSetting.hyphenings.language */}
        <Row
          label={t('hyphens')}
          name="hyphens"
          options={HYPHENS_SHOWN}
          labelOf={(of) => t(`hyphenings.${of}`)}
        />
        {/* keys: novelSetting.moves.scroll novelSetting.moves.pages */}
        <Row label={t('move')} name="move" options={MOVES} labelOf={(of) => t(`moves.${of}`)} />
        <div className={css.foot}>
          <p>{t('kept')}</p>
          <Button type="reset">{t('reset')}</Button>
        </div>
      </form>
    </Panel>
  );
}

const USUAL: readonly string[] = [LETTERS[0], LINES[0], MARGINS[0], EDGES[0], HYPHENS[0], MOVES[0]];

function Row<Value extends string>({
  label,
  name,
  options,
  labelOf,
}: {
  label: string;
  name: string;
  options: readonly Value[];
  labelOf: (value: Value) => string;
}) {
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
        defaultValue={options.find((value) => USUAL.includes(value))}
      />
    </div>
  );
}
