import type { Size } from '#domain/catalogue/size.ts'
import * as words from '#words/product.tsx'
import styles from './size-chart.module.css'

/** A chart for display: every length in both units, null where it was not measured. */
export interface SizeChartView {
  measurements: string[]
  rows: { size: Size; lengths: ({ cm: string; inches: string } | null)[] }[]
}

/** Both units are in the page and CSS shows the selected one, so that it works before any script is loaded. */
export default function SizeChartTable({ chart }: { chart: SizeChartView }) {
  return (
    <div className={styles.chart}>
      <fieldset className={styles.units}>
        <legend className="visually-hidden">{words.unitOfChart}</legend>
        <label>
          <input type="radio" name="unit" value="cm" defaultChecked />
          <span>{words.centimetres}</span>
        </label>
        <label>
          <input type="radio" name="unit" value="in" />
          <span>{words.inches}</span>
        </label>
      </fieldset>
      <div className={styles.scroller} role="region" aria-label={words.sizeChartTable} tabIndex={0}>
        <table className={styles.table}>
          <caption>
            {words.measured(
              (centimetres) => (
                <span className={styles.cm}>{centimetres}</span>
              ),
              (inches) => (
                <span className={styles.inches}>{inches}</span>
              ),
            )}
          </caption>
          <thead>
            <tr>
              <th scope="col">{words.size}</th>
              {chart.measurements.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.rows.map(({ size, lengths }) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                {chart.measurements.map((name, at) => (
                  <td key={name}>
                    <Length length={lengths[at] ?? null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}

function Length({ length }: { length: SizeChartView['rows'][number]['lengths'][number] }) {
  if (length === null) return words.notMeasured
  return (
    <>
      <span className={styles.cm}>{length.cm}</span>
      <span className={styles.inches}>{length.inches}</span>
    </>
  )
}
