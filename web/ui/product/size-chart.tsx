import type { SizeChartView } from '#web/views/catalog/size-chart-view.ts'
import { sentence } from '#web/ui/sentence.ts'
import { useWords } from '#web/ui/use-words.ts'
import styles from './size-chart.module.css'

interface Props {
  chart: SizeChartView
  /** Distinguishes it from other charts on the page. */
  name?: string
}

/** Both units are in the page and CSS shows the selected one, so that it works before any script is loaded. */
export default function SizeChartTable({ chart, name }: Props) {
  const words = useWords('product')
  const unit = name ? `unit-${name}` : 'unit'
  return (
    <div className={styles.chart}>
      <fieldset className={styles.units}>
        <legend className="visually-hidden">{words.unitOfChart}</legend>
        <label>
          <input type="radio" name={unit} value="cm" defaultChecked />
          <span>{words.centimetres}</span>
        </label>
        <label>
          <input type="radio" name={unit} value="in" />
          <span>{words.inches}</span>
        </label>
      </fieldset>
      <div className={styles.scroller} role="region" aria-label={name ?? words.sizeChartTable} tabIndex={0}>
        <table className={styles.table}>
          <caption>
            {sentence(
              words.measured(
                (centimetres) => <span className={styles.cm}>{centimetres}</span>,
                (inches) => <span className={styles.inches}>{inches}</span>,
              ),
            )}
          </caption>
          <thead>
            <tr>
              <th scope="col">{words.size}</th>
              {chart.measurements.map((measurement) => (
                <th key={measurement} scope="col">
                  {measurement}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {chart.rows.map(({ size, lengths }) => (
              <tr key={size}>
                <th scope="row">{size}</th>
                {chart.measurements.map((measurement, at) => (
                  <td key={measurement}>
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
  const words = useWords('product')
  if (length === null) return words.notMeasured
  return (
    <>
      <span className={styles.cm}>{length.cm}</span>
      <span className={styles.inches}>{length.inches}</span>
    </>
  )
}
