/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a table whose
   parts are `display: block` on a phone is not a table to some browsers, unless the roles are explicit. */
import type { ReactNode } from 'react'
import styles from './table.module.css'

interface TableProps {
  /** The accessible name of the table. */
  caption: string
  /** `isBrief`: where there is room its cells keep to one line, such as times. */
  columns: readonly { label: string; align?: 'end'; isBrief?: boolean }[]
  /**
   * `key` is unique; the cells are in column order, and the first is what the row is about. `isChosen`: of rows that
   * can be selected.
   */
  rows: readonly { key: string; cells: readonly ReactNode[]; isChosen?: boolean }[]
  /** The cells of the last row, which adds up the others; an empty one has no sum. */
  total?: readonly string[] | null
}

/** With more columns, a tablet shows blocks too. */
const MAX_TABLET_COLUMNS = 6

/** A data table. On a phone each row becomes a block in which every cell shows its column. */
export default function Table({ caption, columns, rows, total = null }: TableProps) {
  return (
    <table role="table" className={styles.table} data-wide={columns.length > MAX_TABLET_COLUMNS || undefined}>
      <caption className="visually-hidden">{caption}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, align }) => (
            <th key={label} role="columnheader" scope="col" data-align={align}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map(({ key, cells, isChosen }) => (
          <tr
            key={key}
            role="row"
            data-row={isChosen === undefined ? undefined : key}
            data-chosen={isChosen || undefined}
          >
            {columns.map(({ label, align, isBrief }, at) =>
              at === 0 ? (
                <th
                  key={label}
                  role="rowheader"
                  scope="row"
                  data-label={label}
                  data-align={align}
                  data-brief={isBrief || undefined}
                >
                  {cells[at]}
                </th>
              ) : (
                <td
                  key={label}
                  role="cell"
                  data-label={label}
                  data-align={align}
                  data-brief={isBrief || undefined}
                >
                  {cells[at]}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {total !== null && (
        <tfoot role="rowgroup">
          <tr role="row">
            {columns.map(({ label, align }, at) =>
              at === 0 ? (
                <th key={label} role="rowheader" scope="row" data-label={label}>
                  {total[at]}
                </th>
              ) : (
                <td key={label} role="cell" data-label={label} data-align={align}>
                  {total[at]}
                </td>
              ),
            )}
          </tr>
        </tfoot>
      )}
    </table>
  )
}
