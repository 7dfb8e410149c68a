import { Island } from '#islands/runtime/Island.tsx';
import Report, { type ReportProps } from '#islands/safety/Report.tsx';
import { useTranslations } from '../../../locales/react.tsx';
import { REPORT_CATEGORIES, REPORT_TEXT_MAX_LENGTH } from '../../../server/domains/safety/reports/rules.ts';
import { Panel } from './Panel.tsx';

/** Report form for a story or episode (RDR-05, REP-02, REP-03). */
export function ReportPanel(props: Pick<ReportProps, 'subject' | 'title' | 'back' | 'page'>) {
  const t = useTranslations('report');
  return (
    <Panel name="report" heading={t('heading')} modal>
      <Island
        name="Report"
        component={Report}
        props={{
          subject: { type: props.subject.type, id: props.subject.id },
          title: props.title,
          categories: REPORT_CATEGORIES,
          textMaxLength: REPORT_TEXT_MAX_LENGTH,
          back: props.back,
          page: props.page,
        }}
        // Restores a draft from before sign-in.
        wake="visible"
      />
    </Panel>
  );
}
