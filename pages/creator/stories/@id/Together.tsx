/** Form to publish or schedule several episodes. The rows contain its boxes (`form="together"`). */
import { ActionForm } from '#islands/ActionForm.tsx';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '../../../addresses.ts';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { Disclosure } from '../../../ui/Disclosure.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { FieldScope } from '../../../ui/FieldScope.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import type { Data } from './+data.ts';
import css from './Together.module.css';

export function Together({ data: { own, from, wish, mostAtOnce } }: { data: Data }) {
  const t = useTranslations('release');
  return (
    <Disclosure summary={t('together')} className={css.together}>
      <ActionForm
        id="together"
        className={css.form}
        call="POST /creator/stories/:id/releases"
        params={{ id: own.id }}
        page={address('/creator/stories/@id', { id: own.id }, { query: { episodes: from } })}
      >
        <p className={css.hint}>{t('togetherHint', { count: mostAtOnce })}</p>
        <FieldScope>
          <div className={css.plan}>
            <TextField
              label={t('date')}
              name="date"
              defaultValue={wish.date}
              placeholder={t('datePattern')}
            />
            <TextField
              label={t('time')}
              name="time"
              defaultValue={wish.time}
              placeholder={t('timePattern')}
            />
            <TextField label={t('zone')} name="zone_name" defaultValue={wish.zone_name} />
          </div>
          <Checkbox name="is_announced" note={t('announceNote')}>
            {t('announce')}
          </Checkbox>
        </FieldScope>
        <div className={css.answers}>
          <Button type="submit" name="deed" value="schedule">
            {t('schedule')}
          </Button>
          <Button type="submit" name="deed" value="publish">
            {t('publishNow')}
          </Button>
        </div>
      </ActionForm>
    </Disclosure>
  );
}

export function Outcomes({ data: { released, own } }: { data: Data }) {
  const t = useTranslations('release');
  const href = useHref();
  if (released.length === 0) return null;
  const refused = released.filter(({ kind }) => kind === 'refused').length;
  return (
    <div className={css.outcomes}>
      <Notice kind={refused > 0 ? 'warn' : 'good'} urgent>
        <p>{t('outcomes', { done: released.length - refused, refused })}</p>
        <ul className={css.list}>
          {released.map(({ number, kind, why, title, moment, id }) => (
            <li key={number}>
              {id === null ? (
                number
              ) : (
                <a
                  href={href(
                    address('/creator/stories/@id/episodes/@episodeId', { id: own.id, episodeId: id }),
                  )}
                >
                  {number} <bdi lang={own.language}>{title}</bdi>
                </a>
              )}
              {': '}
              {kind === 'refused'
                ? why
                : kind === 'published'
                  ? t('outPublished')
                  : t('outScheduled', { moment })}
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
