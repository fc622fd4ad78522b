import inbox from '#web/admin/list/inbox.module.css'
import ListFilters from '#web/admin/list/list-filters.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import LiveResult from '#web/admin/list/live-result.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { BounceView } from '#web/views/mail/bounce-view.ts'
import { filteredAddress, type FilteredList } from '#web/views/filtered-list.ts'
import BounceTable from './bounce-table.tsx'

export interface BouncesPageProps {
  frame: StaffFrameProps
  query: FilteredList
  /** Newest first; null when they could not be loaded. */
  list: { bounces: BounceView[]; pages: number; total: number } | null
}

const PATH = '/admin/bounces'

/** The bounced addresses, to which the shop sends no mails. */
export default function BouncesPage(first: BouncesPageProps) {
  const { props, ...live } = useLivePage(first)
  const { frame, query, list } = props
  const addressOf = (page: number) => filteredAddress(PATH, { ...query, page })
  const total = list?.total ?? 0
  return (
    <StaffFrame frame={frame} title="Bounced addresses" here="/admin/overview">
      <ListFilters
        label="Bounced addresses"
        path={PATH}
        list={query}
        states={{}}
        placeholder="Email"
        exportPath={null}
        live={live}
      />
      {list === null ? (
        <ListNotLoaded what="addresses" href={addressOf(query.page)} />
      ) : (
        <>
          <p role="status" className={inbox.count}>
            {total === 1 ? '1 address' : `${total} addresses`}. The shop sends no email to bounced addresses.
            When an address works again, allow email to it, then resend any failed emails from the order’s
            page.
          </p>
          <LiveResult loading={live.loading}>
            <BounceTable
              listed={list.bounces}
              empty={query.q === '' ? 'No email has bounced.' : 'No bounced address matches.'}
              mayLift={frame.permissions.includes('orders.resend-mail')}
              onLift={live.refresh}
            />
          </LiveResult>
          <PageLinks page={query.page} pages={list.pages} addressOf={addressOf} />
        </>
      )}
    </StaffFrame>
  )
}
