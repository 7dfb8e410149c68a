import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Table.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type Column<Key extends string> = {
  key: Key;
  label: string;
  numeric?: boolean;
  /** Place in a folded `tight` table: large beside the name, or below without a label. One column each. */
  folded?: 'lead' | 'end';
  /** Link that sorts the rows by this column. */
  href?: string;
  sorted?: 'ascending' | 'descending';
};
export type Row<Key extends string> = { id: string; cells: Readonly<Partial<Record<Key, ReactNode>>> };

export type TableProps<Key extends string> = {
  /** For screen readers, and visible with `captionShown`. */
  caption: string;
  captionShown?: boolean;
  /** The first column names the row. */
  columns: readonly Column<Key>[];
  rows: readonly Row<Key>[];
  /** Folds to small lines, for many rows with one main figure. */
  tight?: boolean;
  /** Sums, in bold below a strong line. */
  foot?: Row<Key>;
};

export const NOTHING = '–';

function Cells<Key extends string>({ columns, row }: { columns: readonly Column<Key>[]; row: Row<Key> }) {
  return columns.map((column, place) => {
    const cell = row.cells[column.key];
    if (place === 0) {
      return (
        <th key={column.key} scope="row" className={css.name}>
          {cell}
        </th>
      );
    }
    const empty = cell === undefined || cell === null || cell === '';
    return (
      <td
        key={column.key}
        className={classes(
          column.numeric && css.numeric,
          empty && css.blank,
          cell === NOTHING && css.nothing,
          column.folded && css[column.folded],
        )}
        data-label={column.label}
      >
        {cell}
      </td>
    );
  });
}

/** Numbers on the right, thin lines between rows. On phones each row folds to labels and values. */
export function Table<Key extends string>({
  caption,
  captionShown,
  tight,
  columns,
  rows,
  foot,
}: TableProps<Key>) {
  return (
    <table className={classes(css.table, tight && css.tight)}>
      <caption className={classes(captionShown && css.caption)}>
        {captionShown ? caption : <VisuallyHidden>{caption}</VisuallyHidden>}
      </caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th
              key={column.key}
              scope="col"
              className={classes(column.numeric && css.numeric)}
              aria-sort={column.sorted}
            >
              {column.href === undefined ? column.label : <a href={column.href}>{column.label}</a>}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Cells columns={columns} row={row} />
          </tr>
        ))}
      </tbody>
      {foot && (
        <tfoot>
          <tr>
            <Cells columns={columns} row={foot} />
          </tr>
        </tfoot>
      )}
    </table>
  );
}
