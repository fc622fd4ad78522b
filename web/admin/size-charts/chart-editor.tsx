import { useId, useRef, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Size } from '#domain/catalogue/size.ts'
import { SIZE_CHART_LIMITS, type SizeChart } from '#domain/catalogue/size-chart.ts'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import field from '#web/ui/field.module.css'
import Icon from '#web/ui/icon.tsx'
import styles from './size-charts-page.module.css'
import { useChart } from './use-chart.ts'

interface Props {
  chart: SizeChart
  label: string
  /** The sizes of the category. Rows of others follow while they have lengths. */
  sizes: readonly Size[]
}

/** The size chart of one category: a column for each measurement, a row for each size. */
export default function ChartEditor({ chart: given, label, sizes: set }: Props) {
  const id = useId()
  const hydrated = useHydrated()
  const sizes = [...set, ...given.rows.map(({ size }) => size).filter((size) => !set.includes(size))]
  const chart = useChart(given, sizes)
  const { columns, errors, saving } = chart
  const form = useFocusOnWrong(errors)
  const heading = useRef<HTMLHeadingElement>(null)

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (saving) return
    await chart.save()
  }

  function add() {
    flushSync(chart.add)
    form.current?.querySelector<HTMLElement>('thead th:last-child input')?.focus()
  }

  function remove(column: number) {
    flushSync(() => chart.remove(column))
    heading.current?.focus()
  }

  const wrong = (name: string) =>
    errors.has(name) ? { 'aria-invalid': true, 'aria-describedby': `${id}-refusal` } : {}
  return (
    <section aria-labelledby={id} className={styles.section}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {label}
        </h2>
        {chart.isChanged && <p className={styles.unsaved}>Not saved yet</p>}
      </div>
      {chart.theirs && (
        <div role="alert" className={styles.conflict}>
          <p>
            <strong>Someone else changed this size chart.</strong> Your version is not saved yet. Theirs has:{' '}
            {chart.theirs.measurements.join(', ') || 'no measurements'}.
          </p>
          <div className={styles.buttons}>
            <Button tone="plain" onClick={chart.takeTheirs}>
              Take theirs
            </Button>
            <Button onClick={chart.keepMine}>Keep mine</Button>
          </div>
        </div>
      )}
      <form ref={form} noValidate aria-busy={saving} onSubmit={(event) => void submit(event)}>
        <fieldset className={styles.fields} disabled={saving || !hydrated}>
          <legend className="visually-hidden">{label}, measurements</legend>
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
                            {...wrong(`name-${column}`)}
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
                            <Icon name="close" />
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
                            {...wrong(`${size}-${column}`)}
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
        </fieldset>
        <RefusalBlock id={`${id}-refusal`} message={chart.refusal} />
        <div className={styles.buttons}>
          <Button
            tone="plain"
            disabled={!hydrated || saving || columns.length >= SIZE_CHART_LIMITS.measurements}
            onClick={add}
          >
            Add measurement
          </Button>
          <Button type="submit" disabled={!hydrated || saving || !chart.isChanged}>
            {saving ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </section>
  )
}
