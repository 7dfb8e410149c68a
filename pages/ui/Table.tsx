import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import css from './Table.module.css';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type Column<Key extends string> = {
  key: Key;
  label: string;
  numeric?: boolean;
  /** Where a `tight` table folds: large beside the name, or below that without a label; one column each. */
  folded?: 'lead' | 'end';
  /** Puts the rows in the order of this column. */
  href?: string;
  /** How they stand in it now. */
  sorted?: 'ascending' | 'descending';
};
export type Row<Key extends string> = { id: string; cells: Readonly<Partial<Record<Key, ReactNode>>> };

export type TableProps<Key extends string> = {
  /** What the table holds; read aloud, and shown with `captionShown`. */
  caption: string;
  captionShown?: boolean;
  /** The first column names its row. */
  columns: readonly Column<Key>[];
  rows: readonly Row<Key>[];
  /** Folds to small lines, for many rows of which one figure counts. */
  tight?: boolean;
  /** Sums, in bold under a strong line. */
  foot?: Row<Key>;
};

/** Where a figure would stand. */
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

/** Numbers right, thin lines between rows; on phones each row folds to label and value. */
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
