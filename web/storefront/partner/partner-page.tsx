import { LANGUAGE } from '#words/en/language.ts'
import { chargedName } from '#domain/currency.ts'
/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- a table whose
   parts are `display: block` on a phone is not a table to some browsers, unless the roles are explicit. */
import { keysOf } from '#domain/record-of.ts'
import type { FrameProps } from '#web/page.ts'
import PageFrame from '#web/storefront/page-frame.tsx'
import { useWords } from '#web/ui/use-words.ts'
import styles from './partner-page.module.css'

type Column = 'month' | 'orders' | 'revenue' | 'discount' | 'refunds' | 'net'

export interface PartnerPageProps {
  frame: FrameProps
  name: string
  /** Blank: they have codes for one use only. */
  codes: string
  /** Newest first. */
  months: Record<Column, string>[]
}

/** What came of a partner's code, month by month. Open to anyone with the link; it names no customer. */
export default function PartnerPage({ frame, name, codes, months }: PartnerPageProps) {
  const words = useWords('partner')
  const columns = keysOf(words.columns)
  return (
    <PageFrame {...frame}>
      <article className={styles.page}>
        <h1>{words.title(name)}</h1>
        {codes !== '' && <p>{words.codes(codes)}</p>}
        <table role="table" aria-label={words.title(name)} className={styles.table}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th key={column} role="columnheader" scope="col">
                  {words.columns[column]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {months.map((one) => (
              <tr key={one.month} role="row">
                <th role="rowheader" scope="row">
                  {one.month}
                </th>
                {columns.slice(1).map((column) => (
                  <td key={column} role="cell" data-label={words.columns[column]}>
                    {one[column]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <p className={styles.quiet}>{words.explained(chargedName(LANGUAGE))}</p>
      </article>
    </PageFrame>
  )
}
