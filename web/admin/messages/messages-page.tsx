import { MESSAGE_FILTERS, type MessageFilter } from '#domain/inbox/inbox-list.ts'
import inbox from '#web/admin/list/inbox.module.css'
import ListFilters from '#web/admin/list/list-filters.tsx'
import { filteredAddress, type FilteredList } from '#web/views/filtered-list.ts'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import LiveResult from '#web/admin/list/live-result.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { MessageView } from '#web/views/inbox/message-view.ts'

export interface MessagesPageProps {
  frame: StaffFrameProps
  query: FilteredList<MessageFilter>
  /** Newest first, each with an excerpt; null when they could not be loaded. */
  list: { messages: MessageView[]; pages: number; total: number } | null
}

const PATH = '/admin/messages'

/** The messages from the contact form. */
export default function MessagesPage(first: MessagesPageProps) {
  const { props, ...live } = useLivePage(first)
  const { frame, query, list } = props
  const addressOf = (page: number) => filteredAddress(PATH, { ...query, page })
  return (
    <StaffFrame frame={frame} title="Messages" here={PATH}>
      <ListFilters
        label="Messages"
        path={PATH}
        list={query}
        states={MESSAGE_FILTERS}
        placeholder="Name, email or text"
        exportPath={
          frame.permissions.includes('customers.export')
            ? filteredAddress('/api/staff/messages.csv', { ...query, page: 1 })
            : null
        }
        live={live}
      />
      {list === null ? (
        <ListNotLoaded what="messages" href={addressOf(query.page)} />
      ) : (
        <>
          <p role="status" className={inbox.count}>
            {count(list.total, frame.waiting[PATH] ?? 0)}
          </p>
          <LiveResult loading={live.loading}>
            {list.messages.length === 0 ? (
              <p className={inbox.empty}>{nothingHere(query)}</p>
            ) : (
              <Table
                caption="Messages, newest first"
                columns={[
                  { label: 'From' },
                  { label: 'Subject', isBrief: true },
                  { label: 'Message' },
                  { label: 'Received', isBrief: true },
                  { label: 'Status', isBrief: true },
                ]}
                rows={list.messages.map((message) => ({ key: message.id, cells: cells(message) }))}
              />
            )}
          </LiveResult>
          <PageLinks page={query.page} pages={list.pages} addressOf={addressOf} />
        </>
      )}
    </StaffFrame>
  )
}

function cells({ id, name, email, subject, message, receivedAt, answered }: MessageView) {
  return [
    <div key="from" className={inbox.sender}>
      <a className={inbox.open} href={`${PATH}/${id}`}>
        {name}
      </a>
      <div>{email}</div>
    </div>,
    subject,
    <span key="message" className={inbox.excerpt}>
      {message}
    </span>,
    receivedAt,
    answered ? (
      MESSAGE_FILTERS.answered
    ) : (
      <span key="state" className={inbox.waits}>
        {MESSAGE_FILTERS.unanswered}
      </span>
    ),
  ]
}

function count(total: number, unanswered: number): string {
  return `${total === 1 ? '1 message' : `${total} messages`}, ${unanswered} unanswered`
}

function nothingHere({ q, state }: FilteredList): string {
  if (q !== '') return 'No message matches. Try other words or another status.'
  if (state === 'unanswered') return 'Every message is answered.'
  return state === '' ? 'No messages yet.' : 'No message is answered yet.'
}
