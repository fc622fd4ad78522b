import { useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import BooksNav from './books-nav.tsx'
import styles from './books.module.css'

/** A payout as shown. `fees`, `parts`: null while the shop does not know what is in it. */
export interface PayoutRow {
  id: string
  sent: string
  /** The day on which the bank has it. */
  arrives: string
  amount: string
  isFailed: boolean
  state: string
  failure: string
  reference: string
  fees: string | null
  parts: { label: string; amount: string }[] | null
  /** By how much its parts miss its amount; null: they add up. */
  difference: string | null
}

interface TransactionRow {
  id: string
  day: string
  what: string
  order: string | null
  isUnmatched: boolean
  amount: string
  fee: string
  net: string
}

interface Listed {
  page: number
  pages: number
  total: number
}

export interface PayoutsPageProps {
  frame: StaffFrameProps
  isOwner: boolean
  unmatched: number
  /** The payment provider, by its name. */
  provider: string
  /** This month, for the file. */
  days: { from: string; to: string }
  /** Null: it could not be loaded. */
  shown:
    | ({
        kind: 'list'
        payouts: PayoutRow[]
        reading: {
          /** Whether the payment provider settles anything. */
          isTold: boolean
          at: string | null
          failure: string | null
          failingSince: string | null
        }
        months: { month: string; settled: string; fees: string; paidOut: string; left: string }[]
      } & Listed)
    | ({
        kind: 'payout'
        payout: PayoutRow
        contents: 'told' | 'later' | 'untold'
        transactions: TransactionRow[]
      } & Listed)
    | { kind: 'missing' }
    | null
}

type ListShown = Extract<PayoutsPageProps['shown'], { kind: 'list' }>
type PayoutShown = Extract<PayoutsPageProps['shown'], { kind: 'payout' }>

const PATH = '/admin/books/payouts'
const FILE = '/api/staff/books/payouts.csv'
const end = 'end' as const

/** The payouts of the payment provider, each as a bookkeeper compares it with a line of the bank. */
export default function PayoutsPage(props: PayoutsPageProps) {
  const { frame, isOwner, unmatched, shown, days } = props
  return (
    <StaffFrame frame={frame} title="Payouts" here="/admin/books">
      <BooksNav here={shown?.kind === 'list' ? 'payouts' : null} {...{ days, unmatched, isOwner }} />
      {shown === null ? (
        <ListNotLoaded what="payouts" href={PATH} />
      ) : shown.kind === 'list' ? (
        <PayoutList {...props} shown={shown} />
      ) : (
        <>
          <p>
            <a href={PATH}>Back to the payouts</a>
          </p>
          {shown.kind === 'missing' ? (
            <p className={inbox.empty}>There is no such payout.</p>
          ) : (
            <OnePayout shown={shown} provider={props.provider} />
          )}
        </>
      )}
    </StaffFrame>
  )
}

function PayoutList({ shown, provider, days }: PayoutsPageProps & { shown: ListShown }) {
  const { payouts, months, page, pages, total } = shown
  return (
    <>
      <Reading reading={shown.reading} provider={provider} />
      <section className={styles.section} aria-labelledby="payouts">
        <h2 id="payouts">Payouts to the bank</h2>
        {total === 0 ? (
          <p className={inbox.empty}>
            {!shown.reading.isTold
              ? `There are no payouts: ${provider} takes no money.`
              : shown.reading.failure !== null
                ? 'No payout could be read yet.'
                : `${provider} has paid nothing out yet.`}
          </p>
        ) : (
          <>
            <Table
              caption="Payouts, newest first"
              columns={[
                { label: 'At the bank' },
                { label: 'Amount', align: end },
                { label: 'Fees', align: end },
                { label: 'State' },
                { label: 'Bank reference' },
              ]}
              rows={payouts.map(({ id, arrives, amount, fees, state, reference }) => ({
                key: id,
                cells: [
                  <a key="day" className={inbox.open} href={`${PATH}?${new URLSearchParams({ payout: id })}`}>
                    {arrives}
                  </a>,
                  amount,
                  fees ?? '–',
                  state,
                  reference || '–',
                ],
              }))}
            />
            <PageLinks page={page} pages={pages} addressOf={(to) => `${PATH}?page=${to}`} />
          </>
        )}
      </section>
      {months.length > 0 && (
        <section className={styles.section} aria-labelledby="months">
          <h2 id="months">Fees by month</h2>
          <Table
            caption="What was settled, kept and paid out, by month"
            columns={[
              { label: 'Month' },
              { label: 'Settled', align: end },
              { label: 'Fees', align: end },
              { label: 'Paid out', align: end },
              { label: `Left at ${provider}`, align: end },
            ]}
            rows={months.map(({ month, settled, fees, paidOut, left }) => ({
              key: month,
              cells: [month, settled, fees, paidOut, left],
            }))}
          />
        </section>
      )}
      {total > 0 && (
        <section className={styles.section} aria-labelledby="file">
          <h2 id="file">As a file</h2>
          <p className={styles.note}>
            Every payment, refund and fee in the payouts that the bank has in these days, with the sum of each
            payout after it.
          </p>
          <form className={styles.form} action={FILE} method="get">
            <Field label="From" type="date" name="from" required defaultValue={days.from} />
            <Field label="To" type="date" name="to" required defaultValue={days.to} />
            <Button type="submit" tone="plain">
              Download CSV
            </Button>
          </form>
        </section>
      )}
    </>
  )
}

function Reading({ reading, provider }: { reading: ListShown['reading']; provider: string }) {
  const [busy, setBusy] = useState(false)
  const { isTold, at, failure, failingSince } = reading
  if (!isTold) return null

  async function readNow() {
    setBusy(true)
    const answer = await call('POST /api/staff/books/payouts/read')
    setBusy(false)
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.kind === 'done')
      return showToast('success', `${provider} is asked now. Reload this page in a moment.`)
    showToast('error', answer.title ?? 'It’s not clear whether this worked. Try again.')
  }

  return (
    <section className={styles.section} aria-label="State">
      {failure !== null && (
        <div role="alert" className={inbox.failed}>
          <p>
            Fees and payouts could not be read{failingSince !== null && ` since ${failingSince}`}. {failure}{' '}
            The shop keeps trying. If the key is a restricted one, allow it to read balance transaction
            sources and payouts.
          </p>
        </div>
      )}
      <p className={styles.note}>
        {at !== null
          ? failure !== null
            ? `They were read the last time at ${at}.`
            : `Read from ${provider} at ${at}, and again every half hour.`
          : failure === null &&
            `What ${provider} settled is read from the first payment on. The first time may take a while.`}
      </p>
      <div className={styles.buttons}>
        <Button tone="plain" disabled={busy} onClick={() => void readNow()}>
          Read now
        </Button>
      </div>
    </section>
  )
}

function OnePayout({ shown, provider }: { shown: PayoutShown; provider: string }) {
  const { payout, contents, transactions, page, pages } = shown
  const address = new URLSearchParams({ payout: payout.id })
  return (
    <>
      <section className={styles.section} aria-labelledby="payout">
        <h2 id="payout">
          {payout.amount}, at the bank on {payout.arrives}
        </h2>
        {payout.isFailed && (
          <p role="alert" className={inbox.failed}>
            {payout.state}
            {payout.failure && `: ${payout.failure}`}. The amount is in the balance at {provider} again.
          </p>
        )}
        {payout.difference !== null && (
          <p role="alert" className={inbox.failed}>
            What {provider} lists differs from the amount by {payout.difference}.
          </p>
        )}
        <dl className={styles.facts}>
          <dt>State</dt>
          <dd>{payout.state}</dd>
          <dt>Sent</dt>
          <dd>{payout.sent}</dd>
          {payout.reference && (
            <>
              <dt>Bank reference</dt>
              <dd>{payout.reference}</dd>
            </>
          )}
          <dt>At {provider}</dt>
          <dd className={styles.name}>{payout.id}</dd>
        </dl>
        {payout.parts !== null && (
          <Table
            caption="What the amount consists of"
            columns={[{ label: 'Of' }, { label: 'Amount', align: end }]}
            rows={payout.parts.map(({ label, amount }) => ({ key: label, cells: [label, amount] }))}
            total={['To the bank', payout.amount]}
          />
        )}
      </section>
      <section className={styles.section} aria-labelledby="contents">
        <h2 id="contents">What is in it</h2>
        {contents !== 'told' ? (
          <p className={inbox.empty}>
            {contents === 'later'
              ? `${provider} has not said yet what is in this payout.`
              : `This payout was made by hand: ${provider} does not say what is in it.`}
          </p>
        ) : (
          <>
            <Table
              caption="Transactions, oldest first"
              columns={[
                { label: 'Day' },
                { label: 'What' },
                { label: 'Order' },
                { label: 'Amount', align: end },
                { label: 'Fee', align: end },
                { label: 'Net', align: end },
              ]}
              rows={transactions.map(({ id, day, what, order, isUnmatched, amount, fee, net }) => ({
                key: id,
                cells: [
                  day,
                  what,
                  order !== null ? (
                    <a key="order" className={inbox.open} href={`/admin/books?order=${order}`}>
                      {order}
                    </a>
                  ) : isUnmatched ? (
                    'Unmatched'
                  ) : (
                    '–'
                  ),
                  amount,
                  fee,
                  net,
                ],
              }))}
            />
            <PageLinks page={page} pages={pages} addressOf={(to) => `${PATH}?${address}&page=${to}`} />
            <p>
              <a href={`${FILE}?${address}`}>Download CSV</a>
            </p>
          </>
        )}
      </section>
    </>
  )
}
