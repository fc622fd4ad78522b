import { useRef } from 'react'
import { flushSync } from 'react-dom'
import type { Size } from '#domain/catalog/size.ts'
import { SIZE_CHART_LIMITS } from '#domain/catalog/size-chart.ts'
import DocumentConflict from '#web/admin/document/document-conflict.tsx'
import DocumentForm from '#web/admin/document/document-form.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import field from '#web/ui/field.module.css'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import ChartPreview from './chart-preview.tsx'
import styles from './size-charts-page.module.css'
import type { useChart } from './use-chart.ts'

interface Props {
  chart: ReturnType<typeof useChart>
  label: string
  /** The sizes of the rows. */
  sizes: readonly Size[]
}

/** One size chart: a column for each measurement, a row for each size. */
export default function ChartEditor({ chart, label, sizes }: Props) {
  const { draft, wrong, busy, conflict, hasName } = chart
  const { name: own, columns } = draft
  const fields = useRef<HTMLDivElement>(null)

  function add() {
    flushSync(chart.add)
    fields.current?.querySelector<HTMLElement>('thead th:last-child input')?.focus()
  }

  function remove(column: number) {
    flushSync(() => chart.remove(column))
    ;(fields.current?.querySelector<HTMLElement>('thead input') ?? fields.current)?.focus()
  }

  const mark = (name: string) =>
    name in wrong ? { 'aria-invalid': true, 'aria-describedby': 'refusal' } : {}
  return (
    <DocumentForm
      document={chart}
      legend={`${label}, measurements`}
      conflict={
        conflict && (
          <DocumentConflict document={chart} says="Someone else changed this size chart.">
            <ChartPreview chart={conflict.theirs} name="Their size chart" />
          </DocumentConflict>
        )
      }
      buttons={
        <Button
          tone="plain"
          disabled={busy || columns.length >= SIZE_CHART_LIMITS.measurements}
          onClick={add}
        >
          Add measurement
        </Button>
      }
    >
      <div ref={fields} tabIndex={-1} className={styles.fields}>
        {hasName && (
          <Field
            label="Name"
            hint="Only staff see it."
            autoComplete="off"
            maxLength={SIZE_CHART_LIMITS.name}
            value={own}
            error={chart.faults['name']}
            onChange={({ target }) => chart.call(target.value)}
          />
        )}
        {columns.length === 0 && <p className={styles.none}>No measurements yet.</p>}
        {columns.length > 0 && (
          <div className={styles.scroller}>
            <table className={styles.table}>
              <caption className="visually-hidden">{label}, in centimetres</caption>
              <thead>
                <tr>
                  <th scope="col">Size</th>
                  {columns.map(({ id: column, name }, at) => (
                    <th key={column} scope="col">
                      <div className={styles.column}>
                        <input
                          className={field.input}
                          aria-label={`Measurement ${at + 1}`}
                          {...mark(`name-${column}`)}
                          placeholder="Name"
                          autoComplete="off"
                          maxLength={SIZE_CHART_LIMITS.name}
                          value={name}
                          onChange={({ target }) => chart.rename(column, target.value)}
                        />
                        <button
                          type="button"
                          className={styles.remove}
                          aria-label={`Remove ${name.trim() || `measurement ${at + 1}`}`}
                          onClick={() => remove(column)}
                        >
                          <Icon path={icons.close} />
                        </button>
                      </div>
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sizes.map((size) => (
                  <tr key={size}>
                    <th scope="row">{size}</th>
                    {columns.map(({ id: column, name, cells }, at) => (
                      <td key={column}>
                        <input
                          className={field.input}
                          aria-label={`${name.trim() || `Measurement ${at + 1}`}, size ${size}, in cm`}
                          {...mark(`${size}-${column}`)}
                          inputMode="decimal"
                          autoComplete="off"
                          maxLength={6}
                          value={cells[size] ?? ''}
                          onChange={({ target }) => chart.measure(column, size, target.value)}
                        />
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </DocumentForm>
  )
}
