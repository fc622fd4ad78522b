import inbox from '#web/admin/list/inbox.module.css'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import LiveResult from '#web/admin/list/live-result.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import pages from '#web/admin/list/page-links.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { activityAddress, type ActivityQuery } from '#web/views/staff/activity-query.ts'
import type { ActivityView } from '#web/views/staff/activity-view.ts'
import ActivityFilters from './activity-filters.tsx'
import ActivityTable from './activity-table.tsx'

export interface ActivityPageProps {
  frame: StaffFrameProps
  query: ActivityQuery
  people: { id: string; email: string }[]
  /** Newest first; null when they could not be loaded. `older`: where the next page begins. */
  list: { events: ActivityView[]; older: string | null } | null
}

const PATH = '/admin/activity'

/** Everything that staff did: who, when, and the values before and after. */
export default function ActivityPage(first: ActivityPageProps) {
  const { props, ...live } = useLivePage(first)
  const { frame, query, people, list } = props
  return (
    <StaffFrame frame={frame} title="Activity" here="/admin/activity">
      <ActivityFilters query={query} people={people} live={live} />
      {list === null ? (
        <ListNotLoaded what="activity" href={PATH + activityAddress(query)} />
      ) : (
        <>
          <p role="status" className={inbox.count}>
            {countWords(list.events.length, query.older !== '' || list.older !== null)} Entries cannot be
            changed. Sign-ins are kept for a year, everything else for seven.
          </p>
          <LiveResult loading={live.loading}>
            {list.events.length === 0 ? (
              <p className={inbox.empty}>Nothing matches these filters.</p>
            ) : (
              <ActivityTable events={list.events} />
            )}
          </LiveResult>
          {(query.older !== '' || list.older !== null) && (
            <nav className={pages.pages} aria-label="Pages">
              {query.older !== '' && <a href={PATH + activityAddress({ ...query, older: '' })}>Newest</a>}
              {list.older !== null && (
                <a href={PATH + activityAddress({ ...query, older: list.older })} rel="next">
                  Older
                </a>
              )}
            </nav>
          )}
        </>
      )}
    </StaffFrame>
  )
}

function countWords(count: number, isPart: boolean): string {
  if (isPart) return `${count} entries on this page.`
  return count === 1 ? '1 entry.' : `${count} entries.`
}
