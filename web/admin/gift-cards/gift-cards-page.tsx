import { useState, type SubmitEvent } from 'react'
import { flushSync } from 'react-dom'
import { checkGiftDetails, GIFT_LIMITS } from '#domain/checkout/gift-details.ts'
import { GIFT_CARD_LIST_STATES, type GiftCardListState } from '#domain/gift-cards/gift-card.ts'
import { call } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import ListFilters from '#web/admin/list/list-filters.tsx'
import ListNotLoaded from '#web/admin/list/list-not-loaded.tsx'
import LiveResult from '#web/admin/list/live-result.tsx'
import PageLinks from '#web/admin/list/page-links.tsx'
import Table from '#web/admin/list/table.tsx'
import { useLivePage } from '#web/admin/list/use-live-page.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { centsOf } from '#web/admin/typed-numbers.ts'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { filteredAddress, type FilteredList } from '#web/views/filtered-list.ts'
import type { GiftCardView } from './gift-card-view.ts'
import styles from '#web/admin/record.module.css'

export interface GiftCardsPageProps {
  frame: StaffFrameProps
  query: FilteredList<GiftCardListState>
  /** In the shop's time zone. */
  today: string
  /** Newest first; null when they could not be loaded. */
  list: { cards: GiftCardView[]; pages: number; total: number; liability: string } | null
}

const PATH = '/admin/gift-cards'
const COLUMNS = [
  { label: 'Card' },
  { label: 'Status', isBrief: true },
  { label: 'Left', align: 'end' as const },
  { label: 'For' },
  { label: 'Order', isBrief: true },
  { label: 'Issued', isBrief: true },
]

/** Gift cards and store credit with what is left on them, and issuing one by hand. */
export default function GiftCardsPage(first: GiftCardsPageProps) {
  const { props, ...live } = useLivePage(first)
  const { frame, query, list, today } = props
  const addressOf = (page: number) => filteredAddress(PATH, { ...query, page })
  return (
    <StaffFrame frame={frame} title="Gift cards" here={PATH}>
      <ListFilters
        label="Gift cards"
        path={PATH}
        list={query}
        states={GIFT_CARD_LIST_STATES}
        placeholder="Last four, email, order number"
        exportPath={filteredAddress('/api/staff/gift-cards.csv', { ...query, page: 1 })}
        live={live}
      />
      {list === null ? (
        <ListNotLoaded what="gift cards" href={addressOf(query.page)} />
      ) : (
        <>
          <p role="status" className={inbox.count}>
            {list.total === 1 ? '1 card' : `${list.total} cards`}. The shop owes {list.liability} on all of
            them.
          </p>
          <LiveResult loading={live.loading}>
            {list.cards.length === 0 ? (
              <p className={inbox.empty}>
                {query.q + query.state === ''
                  ? 'No gift cards yet. To sell them, enter amounts in Gift card of a product.'
                  : 'No gift card matches. Try other words or another status.'}
              </p>
            ) : (
              <Table
                caption="Gift cards, newest first"
                columns={COLUMNS}
                rows={list.cards.map((card) => ({
                  key: card.id,
                  cells: [
                    <a key="card" className={inbox.open} href={`${PATH}/${card.id}`}>
                      {card.name}
                    </a>,
                    card.state,
                    card.balance,
                    <span key="for">
                      {[card.recipient, card.email].filter(Boolean).join(', ') || '–'}
                      {card.sending !== '' && <span className={styles.quiet}> {card.sending}</span>}
                    </span>,
                    card.order ? (
                      <a key="order" href={`/admin/orders/${card.order}`}>
                        {card.order}
                      </a>
                    ) : (
                      '–'
                    ),
                    card.issuedAt,
                  ],
                }))}
              />
            )}
          </LiveResult>
          <PageLinks page={query.page} pages={list.pages} addressOf={addressOf} />
        </>
      )}
      <IssueForm today={today} />
    </StaffFrame>
  )
}

const EMPTY = { amount: '', reason: '', name: '', email: '', message: '', sendOn: '' }

/** Issues a card that nobody paid for, by mail or to be printed, or gives a customer store credit. */
function IssueForm({ today }: { today: string }) {
  const [typed, setTyped] = useState(EMPTY)
  const [isCredit, setIsCredit] = useState(false)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const bind = (name: keyof typeof EMPTY) => ({
    name,
    error: errors[name],
    value: typed[name],
    onChange: ({ target }: { target: { value: string } }) => {
      setTyped((before) => ({ ...before, [name]: target.value }))
      setErrors(({ [name]: _done, ...others }) => others)
    },
  })

  async function issue(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (busy) return
    const form = event.currentTarget
    const show = (wrong: Readonly<Record<string, string>>, title: string | null) => {
      flushSync(() => {
        setBusy(false)
        setErrors(wrong)
        setRefusal(Object.keys(wrong).length > 0 ? null : title)
      })
      form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    }
    const { reason, ...to } = typed
    const amount = centsOf(typed.amount)
    const isSent = !isCredit && [to.name, to.email, to.message, to.sendOn].some((text) => text.trim() !== '')
    const checked = isSent ? checkGiftDetails(to, today) : { gift: undefined }
    if ('errors' in checked) return show(checked.errors as Record<string, string>, null)
    setBusy(true)
    const answer = isCredit
      ? await call('POST /api/staff/store-credit', {
          body: { amount, reason, email: to.email, name: to.name } as never,
        })
      : await call('POST /api/staff/gift-cards', {
          body: { amount, reason, ...(checked.gift && { recipient: checked.gift }) } as never,
        })
    if (answer.kind === 'done') return window.location.assign(`${PATH}/${answer.value.id}`)
    if (answer.code === 'signed-out') return window.location.replace('/admin')
    const fields = Object.entries(answer.fields).map(([path, error]) => [path.split('/').at(-1)!, error])
    show(
      Object.fromEntries(fields) as Record<string, string>,
      answer.title ?? 'It’s not clear whether this worked. Look for the card in the list.',
    )
  }

  return (
    <section className={styles.section} aria-labelledby="issue">
      <h2 id="issue">Issue a gift card or store credit</h2>
      <p className={styles.quiet}>
        {isCredit
          ? 'The customer gets an email, and uses it at the checkout by a link to that address.'
          : 'Nobody pays for it. With an email address it is sent; without one you get its code to print.'}
      </p>
      <form className={styles.form} method="post" noValidate onSubmit={(event) => void issue(event)}>
        <Checkbox checked={isCredit} onChange={({ target }) => setIsCredit(target.checked)}>
          Store credit of a customer
        </Checkbox>
        <Field
          label="Amount in dollars"
          inputMode="decimal"
          autoComplete="off"
          required
          {...bind('amount')}
        />
        <Field
          label="Reason"
          autoComplete="off"
          required
          maxLength={200}
          hint="Kept for good: no names of customers."
          {...bind('reason')}
        />
        <Field
          label={isCredit ? 'Customer’s email' : 'Recipient’s email (optional)'}
          type="email"
          autoComplete="off"
          required={isCredit}
          {...bind('email')}
        />
        <Field
          label={isCredit ? 'Customer’s name (optional)' : 'Recipient’s name'}
          autoComplete="off"
          maxLength={GIFT_LIMITS.name}
          {...bind('name')}
        />
        {!isCredit && (
          <>
            <TextArea label="Message (optional)" rows={3} {...bind('message')} />
            <Field
              label="Send it on (optional)"
              type="date"
              min={today}
              hint="Empty: at once."
              {...bind('sendOn')}
            />
          </>
        )}
        <RefusalBlock message={refusal} />
        <Button type="submit" disabled={busy}>
          {busy ? 'Issuing...' : isCredit ? 'Give store credit' : 'Issue'}
        </Button>
      </form>
    </section>
  )
}
