import type { DropCourse } from '#operations/drops/read-drop-course.ts'
import styles from '#web/admin/promotions/promotions.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { sinceStart } from '#web/views/drop-course.ts'
import CoursePlots from './course-plots.tsx'
import { Figures } from './room-page.tsx'
import { RefusedCounts } from './refused.tsx'

export interface ReportPageProps {
  frame: StaffFrameProps
  id: string
  name: string
  /** In the shop's time zone. */
  starts: string
  course: DropCourse
  /** Null: it has none. */
  room: { present: number | null; arrived: number; letIn: number; bought: number; lapsed: number } | null
}

/** How the sale of a drop went. */
export default function ReportPage({ frame, id, name, starts, course, room }: ReportPageProps) {
  const { steps, soldOutMs, orders, paid, refused } = course
  const figures: [string, number | string][] = [
    ['Sold out after', soldOutMs === null ? 'Not yet' : sinceStart(soldOutMs)],
    ['Orders', orders],
    ['Paid', paid],
    ...(room === null
      ? []
      : ([
          ['Present at the start', room.present ?? 0],
          ['Arrived', room.arrived],
          ['Let in', room.letIn],
          ['Bought', room.bought],
          ['Lapsed', room.lapsed],
        ] as [string, number][])),
  ]
  return (
    <StaffFrame frame={frame} title={`Report of ${name}`} here="/admin/drops">
      <p className={styles.lead}>
        <a href={`/admin/drops/${id}`}>{name}</a>
      </p>
      <section className={styles.section} aria-labelledby="sale">
        <h2 id="sale">The sale from {starts}</h2>
        {steps.length === 0 ? (
          <p className={styles.quiet}>It has not started, or has no products.</p>
        ) : (
          <>
            <Figures figures={figures} />
            <CoursePlots course={course} hasRoom={room !== null} />
            <p>
              <LinkButton tone="plain" href={`/api/staff/drops/${id}/report/csv`} download>
                Export CSV
              </LinkButton>
            </p>
          </>
        )}
      </section>
      {refused.length > 0 && (
        <section className={styles.section} aria-labelledby="refused">
          <h2 id="refused">Refused by the limit</h2>
          <RefusedCounts counts={refused} />
        </section>
      )}
    </StaffFrame>
  )
}
