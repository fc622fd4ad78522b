import { useId, useState } from 'react'
import { call, type SentBody } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Modal from '#web/admin/modal.tsx'
import modal from '#web/admin/modal.module.css'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import type { AccountKind } from '#domain/books/accounts.ts'
import type { UnmatchedReason } from '#domain/books/settlements.ts'
import Button from '#web/ui/button.tsx'
import Select from '#web/ui/select.tsx'
import { showToast } from '#web/ui/toast.tsx'
import period from '#web/admin/reports/period-form.module.css'
import BooksNav from './books-nav.tsx'
import styles from './books.module.css'

interface Unmatched {
  id: string
  day: string
  what: string
  amount: string
  fee: string
  net: string
  currency: string
  /** The provider's names of what it is of. */
  names: string[]
  payout: string | null
  why: UnmatchedReason
  /** What staff decided, in words; null: nothing. */
  decision: string | null
}

export interface UnmatchedPageProps {
  frame: StaffFrameProps
  isOwner: boolean
  unmatched: number
  provider: string
  days: { from: string; to: string }
  /** What is still to be decided, or what was. */
  list: 'open' | 'decided'
  booksIn: string
  /** What can be booked to, by the owner's chart. */
  accounts: { kind: AccountKind; name: string }[]
  /** Null: it could not be loaded. */
  shown: { page: number; pages: number; total: number; transactions: Unmatched[] } | null
}

const PATH = '/admin/books/unmatched'
const UNCLEAR = 'It’s not clear whether this worked. Reload the page to check.'

/** What happened at the payment provider that matches no order: why, and what staff decide about it. */
export default function UnmatchedPage(props: UnmatchedPageProps) {
  const { frame, isOwner, unmatched, provider, days, list, shown, accounts } = props
  const [asked, setAsked] = useState<Unmatched | null>(null)
  const [busy, setBusy] = useState(false)
  const addressOf = (page: number) => `${PATH}?list=${list}&page=${page}`

  async function send(id: string, body: SentBody<'PUT /api/staff/books/unmatched/:id'>) {
    setBusy(true)
    const answer = await call('PUT /api/staff/books/unmatched/:id', { params: { id }, body })
    if (answer.kind === 'refused' && answer.code === 'signed-out') return window.location.replace('/admin')
    if (answer.kind === 'done') return window.location.reload()
    setBusy(false)
    setAsked(null)
    showToast('error', answer.title ?? UNCLEAR)
  }

  return (
    <StaffFrame frame={frame} title="Unmatched" here="/admin/books">
      <BooksNav here="unmatched" {...{ days, unmatched, isOwner }} />
      <p className={styles.note}>
        What happened at {provider} and is of no order. It is in the books, in an account of its own, so that
        the balance there is right. Say what it is: the books then have it where it belongs.
      </p>
      <nav className={period.links} aria-label="Lists">
        <a href={PATH} aria-current={list === 'open' ? 'page' : undefined}>
          To decide
        </a>
        <a href={`${PATH}?list=decided`} aria-current={list === 'decided' ? 'page' : undefined}>
          Decided
        </a>
      </nav>
      {shown === null ? (
        <ListNotLoaded what="transactions" href={addressOf(1)} />
      ) : shown.total === 0 ? (
        <p className={inbox.empty}>
          {list === 'open' ? 'Everything is of an order, or decided.' : 'Nothing was decided yet.'}
        </p>
      ) : (
        <>
          <ol className={styles.entries} aria-label="Transactions, newest first">
            {shown.transactions.map((one) => (
              <li key={one.id} className={styles.card}>
                <h2>
                  {one.what}, {one.amount}
                </h2>
                <p>{reasonOf(one, props)}</p>
                <p className={styles.note}>
                  {one.day} · Fee {one.fee} · Net {one.net} ·{' '}
                  {one.payout === null ? (
                    'Not paid out yet'
                  ) : (
                    <a href={`/admin/books/payouts?${new URLSearchParams({ payout: one.payout })}`}>
                      Its payout
                    </a>
                  )}
                  <br />
                  <span className={styles.name}>{[one.id, ...one.names].join(' · ')}</span>
                </p>
                {one.decision !== null && <p>{one.decision}.</p>}
                {isOwner && (
                  <div className={styles.buttons}>
                    {one.decision !== null ? (
                      <Button
                        tone="plain"
                        disabled={busy}
                        onClick={() => void send(one.id, { decision: 'none' })}
                      >
                        Take back
                      </Button>
                    ) : (
                      <>
                        {one.why !== 'currency' && (
                          <Button tone="plain" disabled={busy} onClick={() => setAsked(one)}>
                            Book to an account
                          </Button>
                        )}
                        <Button
                          tone="plain"
                          disabled={busy}
                          onClick={() => void send(one.id, { decision: 'elsewhere' })}
                        >
                          {one.why === 'currency' ? 'Entered elsewhere' : 'Not of this shop'}
                        </Button>
                      </>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ol>
          <PageLinks page={shown.page} pages={shown.pages} addressOf={addressOf} />
        </>
      )}
      {asked !== null && (
        <BookDialog
          of={asked}
          accounts={accounts}
          busy={busy}
          onCancel={() => setAsked(null)}
          onBook={(account) => void send(asked.id, { decision: 'account', account })}
        />
      )}
    </StaffFrame>
  )
}

function reasonOf({ why, currency }: Unmatched, { provider, booksIn }: UnmatchedPageProps): string {
  switch (why) {
    case 'currency':
      return `The balance is in ${currency}, the books are in ${booksIn}: it is not entered. Your bookkeeper enters what the bank received.`
    case 'unknown-payment':
      return `No order of this shop has this payment. It may be of another shop or program with the same account at ${provider}.`
    case 'no-payment':
      return `It is of no payment that a shop makes. It may have been entered in ${provider}’s dashboard.`
    case 'kind':
      return `The shop does not know what this means. ${provider}’s dashboard does.`
  }
}

interface DialogProps {
  of: Unmatched
  accounts: UnmatchedPageProps['accounts']
  busy: boolean
  onCancel: () => void
  onBook: (account: AccountKind) => void
}

function BookDialog({ of, accounts, busy, onCancel, onBook }: DialogProps) {
  const id = useId()
  const [account, setAccount] = useState<AccountKind | ''>('')
  return (
    <Modal labelledBy={`${id}-title`} onDismiss={() => !busy && onCancel()}>
      <form
        className={modal.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (account !== '') onBook(account)
        }}
      >
        <h2 id={`${id}-title`}>
          Book {of.what.toLowerCase()}, {of.amount}
        </h2>
        <Select
          label="Account"
          required
          value={account}
          onChange={(event) => setAccount(event.target.value as AccountKind)}
          hint="Its fee is an expense like others. If its month is locked, it is entered today. It is recorded in Activity."
        >
          <option value="">Choose an account</option>
          {accounts.map(({ kind, name }) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </Select>
        <div className={modal.buttons}>
          <Button tone="plain" disabled={busy} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" disabled={busy}>
            Book
          </Button>
        </div>
      </form>
    </Modal>
  )
}
