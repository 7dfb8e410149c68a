import TeamManager from '#islands/publishing/TeamManager.tsx';
import { Island } from '#islands/runtime/Island.tsx';
import { useTranslations } from '#locales/react.tsx';
import { StoryHead } from '../../StoryHead.tsx';
import type { Data } from './+data.ts';
import css from './Page.module.css';
import { Roles } from './Roles.tsx';

export default function Page({ data }: { data: Data }) {
  const t = useTranslations('team');
  return (
    <>
      <StoryHead story={data.own} current="team" />
      <div className={css.grid}>
        <Island name="TeamManager" component={TeamManager} props={data.team} />
        <section aria-labelledby="roles">
          <h2 id="roles" className={css.heading}>
            {t('who')}
          </h2>
          <Roles />
        </section>
      </div>
    </>
  );
}
