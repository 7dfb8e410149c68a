import { ActionForm } from '#islands/ActionForm.tsx';
import { formatDate, formatTime } from '#locales/index.ts';
import { useHref, useTranslations } from '#locales/react.tsx';
import { address } from '#pages/addresses.ts';
import css from '#pages/admin/Admin.module.css';
import { Breadcrumbs } from '#pages/ui/Breadcrumbs.tsx';
import { Button, LinkButton } from '#pages/ui/Button.tsx';
import { TextArea } from '#pages/ui/Field.tsx';
import { Notice } from '#pages/ui/Notice.tsx';
import { PageHead } from '#pages/ui/PageHead.tsx';
import { APPEAL_TEXT_LENGTHS, isContent } from '#server/domains/safety/takedowns/rules.ts';
import type { Data } from './+data.ts';
import { Course } from './Course.tsx';

export default function Page({ data }: { data: Data }) {
  const { statement, zone } = data;
  const t = useTranslations('statement');
  const words = useTranslations('console');
  const codes = useTranslations('codes');
  const subjects = useTranslations('statementSubjects');
  const news = useTranslations('notifications');
  const href = useHref();
  const { number, subject_type: kind, story, episode, ended_at: endedAt } = statement;
  const isEpisode = kind === 'episode';
  const title = isContent(kind)
    ? subjects(kind)
    : isEpisode && episode
      ? `${episode.number} · ${episode.title}`
      : (story?.title ?? t('heading', { number }));
  return (
    <>
      <Breadcrumbs
        label={words('way')}
        items={[
          ...(isContent(kind)
            ? [{ label: news('title'), href: href('/notifications') }]
            : [{ label: words('yourStories'), href: href('/creator/stories') }]),
          ...(story
            ? [{ label: story.title, href: href(address('/creator/stories/@id', { id: story.id })) }]
            : []),
          { label: t('heading', { number }) },
        ]}
      />
      <PageHead title={title} />
      <div className={css.columns}>
        <div>
          {endedAt === null ? (
            <Notice kind="bad" icon="ban">
              <p>
                <b>
                  {isContent(kind)
                    ? t(`contents.${kind}.hidden`)
                    : codes(isEpisode ? 'episode_blocked' : 'story_is_blocked')}
                </b>
              </p>
              <p>{isContent(kind) ? t('restContent') : t('rest')}</p>
            </Notice>
          ) : (
            <Notice kind="good">
              {t(isContent(kind) ? 'endedContent' : 'ended', {
                date: formatDate(endedAt, zone),
                time: formatTime(endedAt, zone),
              })}
            </Notice>
          )}
          <Why statement={statement} />
          {endedAt === null && <Ways data={data} />}
        </div>
        <div>
          <Objection data={data} />
          <Course statement={statement} zone={zone} />
        </div>
      </div>
    </>
  );
}

function Why({ statement }: Pick<Data, 'statement'>) {
  const t = useTranslations('statement');
  const categories = useTranslations('reportCategories');
  const href = useHref();
  const { content, category, ground, rule, facts, reports_count: count } = statement;
  const how = statement.found_automatically ? 'program' : count > 0 ? 'reports' : 'own';
  return (
    <section aria-labelledby="why" className={css.part}>
      <h2 id="why">{t('why')}</h2>
      <dl className={css.facts}>
        {content?.text && (
          <>
            <dt>{t('content')}</dt>
            <dd className={css.said} dir="auto">
              {content.text}
            </dd>
          </>
        )}
        <dt>{t('category')}</dt>
        <dd>{categories(category)}</dd>
        <dt>{t('ground')}</dt>
        <dd>
          {t(`grounds.${ground}`)}
          {rule && (
            <>
              , <bdi>{rule}</bdi>
            </>
          )}
          {ground === 'guidelines' && (
            <>
              {' · '}
              <a href={href('/community_guidelines')}>{t('guidelines')}</a>
            </>
          )}
        </dd>
        <dt>{t('facts')}</dt>
        <dd className={css.said} dir="auto">
          {facts}
        </dd>
        <dt>{t('learned')}</dt>
        <dd>{t(`how.${how}`, { count })}</dd>
        <dt>{t('byWhom')}</dt>
        <dd>{t('person')}</dd>
      </dl>
    </section>
  );
}

function Ways({ data: { statement, zone } }: { data: Data }) {
  const t = useTranslations('statement');
  const href = useHref();
  const { story, episode, subject_type: kind, appeal_until: until, may_appeal: mayAppeal } = statement;
  return (
    <section aria-labelledby="ways" className={css.part}>
      <h2 id="ways">{t('ways')}</h2>
      <ol>
        <li>
          <b>{isContent(kind) ? t('mendContent') : t('mend')}</b>{' '}
          {isContent(kind) ? t(`contents.${kind}.mend`) : t(kind === 'story' ? 'mendStory' : 'mendEpisode')}
          {mayAppeal && !isContent(kind) && ` ${t(kind === 'story' ? 'mendStorySay' : 'mendEpisodeSay')}`}
        </li>
        {mayAppeal && (
          <li>
            <b>{t('object')}.</b> {t('objectOnce', { date: formatDate(until, zone) })}
          </li>
        )}
      </ol>
      {story && (
        <p className={css.actions}>
          <LinkButton
            href={href(
              episode
                ? address('/creator/stories/@id/episodes/@episodeId', { id: story.id, episodeId: episode.id })
                : address('/creator/stories/@id/details', { id: story.id }),
            )}
          >
            {t('edit')}
          </LinkButton>
        </p>
      )}
    </section>
  );
}

function Objection({ data: { statement, zone } }: { data: Data }) {
  const t = useTranslations('statement');
  const { id, appeal, decision, may_appeal: mayAppeal, appeal_until: until, ended_at: endedAt } = statement;
  if (appeal)
    return (
      <section aria-labelledby="objection" className={css.part}>
        <h2 id="objection">{t('appealDone')}</h2>
        <blockquote className={css.said} dir="auto">
          {appeal.text}
        </blockquote>
        {decision && (
          <Notice kind={decision.decision === 'granted' ? 'good' : 'bad'}>
            <p>
              {statement.content
                ? t(`decidedContent.${decision.decision}`)
                : t(`decidedText.${decision.decision}`)}
            </p>
            {decision.note && (
              <p className={css.said} dir="auto">
                {decision.note}
              </p>
            )}
          </Notice>
        )}
      </section>
    );
  if (endedAt !== null) return null;
  return (
    <section aria-labelledby="objection" className={css.part}>
      <h2 id="objection">{t('object')}</h2>
      {mayAppeal ? (
        <ActionForm call="POST /creator/statements/:id/appeal" params={{ id }} className={css.form}>
          <TextArea
            label={t('appealField')}
            hint={t('appealHint', { date: formatDate(until, zone) })}
            name="text"
            rows={7}
            required
            minLength={APPEAL_TEXT_LENGTHS.least}
            maxLength={APPEAL_TEXT_LENGTHS.most}
            dir="auto"
          />
          <Button type="submit" wide>
            {t('appealSend')}
          </Button>
          <p className={css.small}>{t('appealHow')}</p>
        </ActionForm>
      ) : (
        <p>{statement.content ? t('notAllowedContent') : t('notAllowed')}</p>
      )}
    </section>
  );
}
