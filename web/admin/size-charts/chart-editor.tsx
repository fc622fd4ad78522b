import { useRef, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Size } from '#domain/catalog/size.ts'
import { SIZE_CHART_LIMITS } from '#domain/catalog/size-chart.ts'
import { useFocusOnWrong } from '#web/admin/focus-first.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import settings from '#web/admin/document/document.module.css'
import Button from '#web/ui/button.tsx'
import field from '#web/ui/field.module.css'
import Icon from '#web/ui/icon.tsx'
import * as icons from '#web/ui/icons.ts'
import ChartConflict from './chart-conflict.tsx'
import styles from './size-charts-page.module.css'
import type { useChart } from './use-chart.ts'

interface Props {
  chart: ReturnType<typeof useChart>
  label: string
  /** The sizes of the rows. */
  sizes: readonly Size[]
}

/** The size chart of one category: a column for each measurement, a row for each size. */
export default function ChartEditor({ chart, label, sizes }: Props) {
  const { columns, errors, saving, theirs } = chart
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

  function discard() {
    flushSync(chart.discard)
    heading.current?.focus()
  }

  const wrong = (name: string) =>
    errors.has(name) ? { 'aria-invalid': true, 'aria-describedby': 'chart-refusal' } : {}
  return (
    <section className={settings.section} aria-labelledby="form">
      <div className={settings.head}>
        <h2 id="form" ref={heading} tabIndex={-1} className={styles.heading}>
          Change
        </h2>
        {chart.isChanged && <p className={settings.unsaved}>Not saved yet</p>}
      </div>
      {theirs && <ChartConflict theirs={theirs} onTake={chart.takeTheirs} onKeep={chart.keepMine} />}
      <form ref={form} noValidate aria-busy={saving} onSubmit={(event) => void submit(event)}>
        <fieldset className={styles.fields} disabled={saving}>
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
        <RefusalBlock id="chart-refusal" message={chart.refusal} />
        <div className={settings.buttons}>
          <Button
            tone="plain"
            disabled={saving || columns.length >= SIZE_CHART_LIMITS.measurements}
            onClick={add}
          >
            Add measurement
          </Button>
          <Button type="submit" disabled={saving || !chart.isChanged}>
            {saving ? 'Saving...' : 'Save'}
          </Button>
          {chart.isChanged && (
            <Button tone="plain" disabled={saving} onClick={discard}>
              Discard changes
            </Button>
          )}
        </div>
      </form>
    </section>
  )
}
