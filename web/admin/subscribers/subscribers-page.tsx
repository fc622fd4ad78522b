import { SUBSCRIBER_STATES, type SubscriberState } from '#domain/newsletter/newsletter.ts'
import inbox from '#web/admin/list/inbox.module.css'
import ListFilters from '#web/admin/list/list-filters.tsx'
import { filteredAddress, type FilteredList } from '#web/views/filtered-list.ts'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import LiveResult from '#web/admin/list/live-result.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import SubscriberTable from './subscriber-table.tsx'
import type { SubscriberView } from '#web/views/newsletter/subscriber-view.ts'

export interface SubscribersPageProps {
  frame: StaffFrameProps
  query: FilteredList<SubscriberState>
  /** Newest first; null when they could not be loaded. `counts` are of all. */
  list: {
    subscribers: SubscriberView[]
    pages: number
    total: number
    counts: Record<SubscriberState, number>
  } | null
}

const PATH = '/admin/subscribers'

/** The newsletter subscribers with their states. */
export default function SubscribersPage(first: SubscribersPageProps) {
  const { props, ...live } = useLivePage(first)
  const { frame, query, list } = props
  const addressOf = (page: number) => filteredAddress(PATH, { ...query, page })
  return (
    <StaffFrame frame={frame} title="Subscribers" here={PATH}>
      <p className={inbox.count}>
        <a href="/admin/newsletters">Newsletters</a>
      </p>
      <ListFilters
        label="Subscribers"
        path={PATH}
        list={query}
        states={SUBSCRIBER_STATES}
        placeholder="Email"
        exportPath={
          frame.permissions.includes('customers.export')
            ? filteredAddress('/api/staff/subscribers.csv', { ...query, page: 1 })
            : null
        }
        live={live}
      />
      {list === null ? (
        <ListNotLoaded what="subscribers" href={addressOf(query.page)} />
      ) : (
        <>
          <p role="status" className={inbox.count}>
            {count(list.total, list.counts)}
          </p>
          <LiveResult loading={live.loading}>
            <SubscriberTable
              listed={list.subscribers}
              empty={
                query.q + query.state === ''
                  ? 'No subscribers yet.'
                  : 'No subscriber matches. Try other words or another status.'
              }
              mayWrite={frame.permissions.includes('subscribers.write')}
              onChange={live.refresh}
            />
          </LiveResult>
          <PageLinks page={query.page} pages={list.pages} addressOf={addressOf} />
        </>
      )}
    </StaffFrame>
  )
}

function count(total: number, { confirmed, pending, unsubscribed }: Record<SubscriberState, number>): string {
  const shown = total === 1 ? '1 address' : `${total} addresses`
  return `${shown}. Total: ${confirmed} subscribed, ${pending} not confirmed, ${unsubscribed} unsubscribed`
}
