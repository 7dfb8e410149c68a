import css from './PageChoice.module.css';

export type PageChoiceProps<Page> = {
  pages: readonly Page[];
  keyOf: (page: Page) => string;
  nameOf: (page: Page, place: number) => string;
  addressOf: (page: Page) => string | null;
  onChoose: (page: Page) => void;
};

export function PageChoice<Page>({ pages, keyOf, nameOf, addressOf, onChoose }: PageChoiceProps<Page>) {
  return (
    <ul className={css.pages}>
      {pages.map((page, place) => (
        <li key={keyOf(page)}>
          <button type="button" className={css.page} onClick={() => onChoose(page)}>
            <img src={addressOf(page) ?? undefined} alt="" loading="lazy" />
            <span>{nameOf(page, place)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
