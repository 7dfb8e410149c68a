import { useTranslations } from '../../locales/react.tsx';
import { Html } from '../text/Html.tsx';
import { Icon } from '../ui/Icon.tsx';
import css from './Page.module.css';

type QuestionProps = {
  id: string;
  /** Server-rendered HTML. */
  question: string;
  answer: string;
  isOpen: boolean;
};

/** The id is inside the details element, so that browsers open it for a link. */
export function Question({ id, question, answer, isOpen }: QuestionProps) {
  const t = useTranslations('faq');
  return (
    <details className={css.fold} open={isOpen}>
      <summary>
        <Html as="h3" html={question} />
        <Icon name="chevron-down" className={css.sign} />
      </summary>
      <div id={id} className={css.answer}>
        <Html html={answer} />
        <a className={css.link} href={`#${id}`}>
          <Icon name="link" />
          {t('address')}
        </a>
      </div>
    </details>
  );
}
