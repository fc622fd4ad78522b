import inbox from '#web/admin/list/inbox.module.css'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import { DaysForm, type PeriodChoice } from '#web/admin/reports/period-form.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Select from '#web/ui/select.tsx'
import BookLocks, { type MonthLocks } from './book-locks.tsx'
import BooksNav, { BOOK_VIEWS } from './books-nav.tsx'
import styles from './books.module.css'

/** A page of what is shown. Amounts as shown. */
export type BookTable = { page: number; pages: number; total: number } & (
  | {
      kind: 'days'
      days: { day: string; sales: string; shipping: string; taxes: string; turnover: string }[]
    }
  | {
      kind: 'accounts'
      accounts: {
        key: string
        title: string
        name: string
        before: string
        debit: string
        credit: string
        balance: string
      }[]
      sums: { debit: string; credit: string }
    }
  | {
      kind: 'entries'
      entries: {
        id: number
        day: string
        what: string
        order: string | null
        lines: { account: string; debit: string; credit: string }[]
      }[]
    }
)

export interface BooksPageProps {
  frame: StaffFrameProps
  choice: PeriodChoice
  view: keyof typeof BOOK_VIEWS
  /** The entries of a day or of an order; null: the view of the period. */
  about: { day: string | null; order: string | null } | null
  isOwner: boolean
  /** How many transactions at the payment provider match nothing. */
  unmatched: number
  /** Null: the role may not lock. */
  locks: MonthLocks | null
  formats: { name: string; label: string }[]
  /** Whether something that happened is still to be entered. */
  isBehind: boolean
  /** Null: it could not be loaded. */
  table: BookTable | null
}

const PATH = '/admin/books'
const end = 'end' as const

/** The books of the shop: its journal by day and order, the balances of its accounts, and files for bookkeepers. */
export default function BooksPage(props: BooksPageProps) {
  const { frame, choice, view, about, isOwner, unmatched, isBehind } = props
  const days = { from: choice.from, to: choice.to }
  const addressOf = (query: Record<string, string>) => `${PATH}?${new URLSearchParams({ ...query, ...days })}`
  return (
    <StaffFrame frame={frame} title="Books" here={PATH}>
      <BooksNav here={about === null ? view : null} days={days} unmatched={unmatched} isOwner={isOwner} />
      {isBehind && (
        <p role="status" className={styles.note}>
          Something that happened is still being entered. Reload this page in a moment.
        </p>
      )}
      {about === null ? (
        <DaysForm choice={choice} path={PATH} query={{ view }} instead="the entries of this month" />
      ) : (
        <p>
          <a href={addressOf({ view })}>Back to the journal</a>
        </p>
      )}
      <section className={styles.section} aria-labelledby="shown">
        <h2 id="shown">
          {about === null
            ? BOOK_VIEWS[view]
            : about.order === null
              ? `Entries of ${about.day}`
              : `Entries of order ${about.order}`}
        </h2>
        <Shown {...props} addressOf={addressOf} />
      </section>
      {about === null && <Files {...props} />}
      {about === null && props.locks !== null && <BookLocks locks={props.locks} />}
    </StaffFrame>
  )
}

function Shown({
  table,
  about,
  view,
  addressOf,
}: BooksPageProps & { addressOf: (query: Record<string, string>) => string }) {
  const own: Record<string, string> =
    about === null ? { view } : about.order === null ? { day: about.day ?? '' } : { order: about.order }
  if (table === null) return <ListNotLoaded what="books" href={addressOf(own)} />
  if (table.total === 0)
    return (
      <p className={inbox.empty}>
        {about === null
          ? 'Nothing was sold, paid or refunded on these days.'
          : about.order === null
            ? 'There are no entries on this day.'
            : 'There are no entries of this order: it was never paid.'}
      </p>
    )
  return (
    <>
      <Content table={table} isOfDay={about?.order == null} addressOf={addressOf} />
      <PageLinks
        page={table.page}
        pages={table.pages}
        addressOf={(page) => addressOf({ ...own, page: String(page) })}
      />
    </>
  )
}

function Content({
  table,
  isOfDay,
  addressOf,
}: {
  table: BookTable
  isOfDay: boolean
  addressOf: (query: Record<string, string>) => string
}) {
  switch (table.kind) {
    case 'days':
      return (
        <Table
          caption="Days with entries, newest first"
          columns={[
            { label: 'Day' },
            { label: 'Net sales', align: end },
            { label: 'Shipping and duty', align: end },
            { label: 'Taxes', align: end },
            { label: 'Debits, as credits', align: end },
          ]}
          rows={table.days.map(({ day, sales, shipping, taxes, turnover }) => ({
            key: day,
            cells: [
              <a key="day" className={inbox.open} href={addressOf({ day })}>
                {day}
              </a>,
              sales,
              shipping,
              taxes,
              turnover,
            ],
          }))}
        />
      )
    case 'accounts':
      return (
        <>
          <p className={styles.note}>
            A balance is what was debited minus what was credited, since the first entry: what others owe is
            positive, what you owe and what you earned negative.
          </p>
          <Table
            caption="Accounts, by their numbers"
            columns={[
              { label: 'Account' },
              { label: 'Of' },
              { label: 'Before', align: end },
              { label: 'Debit', align: end },
              { label: 'Credit', align: end },
              { label: 'Balance', align: end },
            ]}
            rows={table.accounts.map(({ key, title, name, before, debit, credit, balance }) => ({
              key,
              cells: [title, name || '–', before, debit, credit, balance],
            }))}
            total={['Total', '', '', table.sums.debit, table.sums.credit, '']}
          />
        </>
      )
    case 'entries':
      return (
        <ol className={styles.entries}>
          {table.entries.map(({ id, day, what, order, lines }) => (
            <li key={id}>
              <h3>
                {what}
                {order !== null && (
                  <>
                    {' '}
                    <a href={`/admin/orders/${order}`}>{order}</a>
                  </>
                )}
              </h3>
              <p className={styles.note}>
                Entry {id}, {day}
                {order !== null && isOfDay && (
                  <>
                    {' · '}
                    <a href={addressOf({ order })}>All entries of {order}</a>
                  </>
                )}
              </p>
              <Table
                caption={`Entry ${id}`}
                columns={[
                  { label: 'Account' },
                  { label: 'Debit', align: end },
                  { label: 'Credit', align: end },
                ]}
                rows={lines.map(({ account, debit, credit }) => ({
                  key: account + debit + credit,
                  cells: [account, debit, credit],
                }))}
              />
            </li>
          ))}
        </ol>
      )
  }
}

function Files({ choice, formats }: BooksPageProps) {
  return (
    <section className={styles.section} aria-labelledby="files">
      <h2 id="files">Files for your bookkeeper</h2>
      <p className={styles.note}>
        The entries from {choice.from} to {choice.to}. QuickBooks finds accounts by their names, Xero by their
        numbers: first make the chart of accounts agree.
      </p>
      <form className={styles.form} action="/api/staff/books/file" method="get">
        <input type="hidden" name="from" value={choice.from} />
        <input type="hidden" name="to" value={choice.to} />
        <Select label="Program" name="format" defaultValue="csv">
          {formats.map(({ name, label }) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </Select>
        <Select label="Entries" name="by" defaultValue="">
          <option value="">As the program takes them</option>
          <option value="entry">One for each event</option>
          <option value="day">One for each day</option>
        </Select>
        <Button type="submit" tone="plain">
          Download
        </Button>
      </form>
    </section>
  )
}
