import type { DropCourse } from '#operations/drops/read-drop-course.ts'
import Table from '#web/admin/list/table.tsx'
import Plot from '#web/admin/monitoring/plot.tsx'
import { courseTable, sinceStart } from '#web/views/drop-course.ts'
import own from './room-page.module.css'

const MINUTE = 60_000
/** More sizes are in the table only. */
const MAX_SIZES = 12

const number = (count: number) => count.toLocaleString('en-CA', { maximumFractionDigits: 1 })

/** How a sale goes, as plots and as a table. `waiting`: since the page was opened, the latest last. */
export default function CoursePlots({
  course,
  hasRoom,
  waiting,
}: {
  course: DropCourse
  hasRoom: boolean
  waiting?: readonly number[]
}) {
  const { sizes, steps, stepMs, startsAt } = course
  const sale = ['Start', sinceStart((steps.at(-1)?.at ?? startsAt) - startsAt)] as const
  const rates = steps.map(({ orders }) => (orders * MINUTE) / stepMs)
  const { head, rows } = courseTable(course, hasRoom)
  return (
    <>
      <div className={own.plots}>
        {waiting && waiting.length > 1 && (
          <Plot plot={plotOf('waiting', 'Waiting', waiting)} axis={['Page opened', 'Now']} />
        )}
        {steps.length > 0 && <Plot plot={plotOf('rate', 'Orders a minute', rates)} axis={sale} />}
        {steps.length > 0 &&
          sizes.slice(0, MAX_SIZES).map(({ product, size }, at) => {
            const left = steps.map((step) => step.left[at] ?? null)
            if (left.includes(null)) return null
            const name = `${product} ${size}, left`
            return <Plot key={name} plot={plotOf(`left-${at}`, name, left as number[])} axis={sale} />
          })}
      </div>
      {steps.length > 0 && (
        <details className={own.details}>
          <summary>View as a table</summary>
          <Table
            caption="The sale, step by step"
            columns={head.map((label, at) => ({ label, ...(at > 0 && { align: 'end' as const }) }))}
            rows={rows.map(([time = '', ...cells]) => ({
              key: String(time),
              cells: [time, ...cells.map((cell) => (cell === null ? 'Not tracked' : number(Number(cell))))],
            }))}
          />
        </details>
      )}
    </>
  )
}

function plotOf(id: string, title: string, values: readonly number[]) {
  const most = Math.max(...values)
  return {
    id,
    title,
    now: number(values.at(-1) ?? 0),
    past: most === values.at(-1) ? null : `Most: ${number(most)}`,
    points: values.map((value) => Math.max(0, value) / Math.max(1, most)),
  }
}
