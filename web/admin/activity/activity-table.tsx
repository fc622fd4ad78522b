import Table from '#web/admin/list/table.tsx'
import WholeNumbers from '#web/admin/list/whole-numbers.tsx'
import type { ActivityView } from '#web/views/staff/activity-view.ts'
import styles from './activity-page.module.css'

const COLUMNS = ['What', 'Who', 'When', 'From'].map((label) => ({ label }))

/** One page of the activity, each entry with what differs. */
export default function ActivityTable({ events }: { events: ActivityView[] }) {
  return (
    <Table
      caption="Staff activity, newest first"
      columns={COLUMNS}
      rows={events.map((event) => ({
        key: String(event.id),
        cells: [
          <What key="what" {...event} />,
          <Brief key="who" text={event.who} />,
          <Brief key="when" text={event.at} />,
          <Brief key="from" text={event.from || '–'} />,
        ],
      }))}
    />
  )
}

function Brief({ text }: { text: string }) {
  return (
    <span className={styles.brief} title={text}>
      {text}
    </span>
  )
}

function What({ what, href, changes }: ActivityView) {
  const words = <WholeNumbers text={what} />
  return (
    <div>
      {href === null ? words : <a href={href}>{words}</a>}
      {changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map(({ field, before, after }) => (
            <li key={`${field} ${before} ${after}`}>
              <span className={styles.field}>{field}:</span> <del>{before}</del>{' '}
              <span aria-hidden="true">→</span> <ins>{after}</ins>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
