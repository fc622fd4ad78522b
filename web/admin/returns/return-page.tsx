import { useState } from 'react'
import { cents, formatCents } from '#domain/money.ts'
import { priceChoice } from '#domain/refunds/refund-price.ts'
import {
  CONDITION_WORDS,
  CONDITIONS,
  isOpenReturn,
  parseReturnNumber,
  RETURN_REASON_WORDS,
  RETURN_STATE_WORDS,
  returnedUnits,
  type UnitCondition,
} from '#domain/returns/return.ts'
import { call, type StaffAnswer } from '#web/admin/call-staff-api.ts'
import form from '#web/admin/form.module.css'
import inbox from '#web/admin/list/inbox.module.css'
import { useScanner } from '#web/admin/packing/use-scanner.ts'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import Select from '#web/ui/select.tsx'
import TextArea from '#web/ui/text-area.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { WholeReturnView } from '#web/views/returns/return-view.ts'
import record from '#web/admin/record.module.css'
import ReturnFiles from './return-files.tsx'
import styles from './returns.module.css'

export interface ReturnPageProps {
  frame: StaffFrameProps
  /** Null when there is no such return. */
  found: WholeReturnView | null
}

const LIST = '/admin/returns'
const WISH_WORDS = { money: 'Money back', credit: 'Store credit', exchange: 'Another size or piece' } as const
const FAILURE = 'The shop did not respond. Press the button again: nothing is done twice.'

/** One return: decided, received and refunded. A scan opens the next one. */
export default function ReturnPage({ frame, found }: ReturnPageProps) {
  useScanner(({ readings, field }) => {
    const number = readings.find((reading) => parseReturnNumber(reading) !== null)
    if (number !== undefined) location.assign(`${LIST}/${number.trim().toUpperCase()}`)
    else field?.putBack()
  })
  return (
    <StaffFrame frame={frame} title="Returns" here={LIST}>
      <a className={inbox.open} href={LIST}>
        All returns
      </a>
      {found === null ? (
        <p className={inbox.empty}>There is no such return.</p>
      ) : (
        <Whole first={found} permissions={frame.permissions} />
      )}
    </StaffFrame>
  )
}

function Whole({
  first,
  permissions,
}: {
  first: WholeReturnView
  permissions: StaffFrameProps['permissions']
}) {
  const [found, setFound] = useState(first)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const { number, state, review, due, decided, received } = found
  const params = { number }
  const mayRefund = permissions.includes('orders.refund')

  /** Shows what came of a change. */
  async function change(asked: Promise<StaffAnswer<WholeReturnView>>, done: string): Promise<void> {
    setBusy(true)
    const answer = await asked
    setBusy(false)
    if (answer.kind === 'done') {
      setFound(answer.value)
      setRefusal(null)
      showToast('success', done)
      return
    }
    if (answer.current) setFound(answer.current)
    setRefusal(Object.values(answer.fields)[0] ?? answer.title ?? FAILURE)
  }

  return (
    <article className={record.page} aria-labelledby="return">
      <section className={record.section}>
        <h2 id="return">
          Return <span className={styles.number}>{number}</span>
        </h2>
        <dl className={record.facts}>
          <dt>Status</dt>
          <dd>
            <span role="status">{RETURN_STATE_WORDS[state]}</span>
          </dd>
          <dt>Order</dt>
          <dd>
            <a href={`/admin/orders/${found.order}`}>{found.order}</a>
          </dd>
          <dt>Customer</dt>
          <dd>{[found.name, found.email].filter(Boolean).join(', ') || 'Deleted'}</dd>
          <dt>Asked</dt>
          <dd>
            {found.askedAt}
            {review.length > 0 && ` (${review.join(', ')})`}
          </dd>
          {due && (
            <>
              <dt>{found.isWithdrawal ? 'Refund by' : 'Decide by'}</dt>
              <dd className={due.isPast ? inbox.waits : undefined}>{due.at}</dd>
            </>
          )}
          <dt>Wants</dt>
          <dd>{WISH_WORDS[found.wish]}</dd>
          {found.instead.length > 0 && (
            <>
              <dt>Instead</dt>
              <dd>
                {found.instead.join('; ')}
                {isOpenReturn(state) && (found.held ? `, held until ${found.held}` : ', not held any more')}
              </dd>
            </>
          )}
          {found.method !== '' && (
            <>
              <dt>Sends it by</dt>
              <dd>
                {found.method}, {formatCents(found.fee)}
              </dd>
            </>
          )}
          {found.note !== '' && (
            <>
              <dt>Wrote</dt>
              <dd className={styles.written}>{found.note}</dd>
            </>
          )}
          {decided && (
            <>
              <dt>Decided</dt>
              <dd>
                {decided.at}, {decided.by}
                {found.answer !== '' && `: ${found.answer}`}
              </dd>
            </>
          )}
          {received && (
            <>
              <dt>Received</dt>
              <dd>
                {received.at}, {received.by}
              </dd>
            </>
          )}
        </dl>
        <ReturnFiles
          found={found}
          mayChange={permissions.includes('orders.note')}
          onChange={(next, done) => {
            setFound(next)
            showToast('success', done)
          }}
        />
        <Notes
          key={found.version}
          found={found}
          busy={busy}
          onSave={(body) =>
            void change(call('POST /api/staff/returns/:number/notes', { params, body }), 'Saved')
          }
        />
      </section>
      <section className={record.section} aria-labelledby="items">
        <h2 id="items">Items</h2>
        <RefusalBlock message={refusal} />
        {state !== 'accepted' || !permissions.includes('orders.fulfil') ? (
          <ItemList found={found} />
        ) : (
          <Receive
            key={found.version}
            found={found}
            mayRefund={mayRefund}
            busy={busy}
            onReceive={(body) =>
              void change(
                call('POST /api/staff/returns/:number/receive', { params, body }),
                body.refund ? 'Received and refunded' : body.exchange ? 'Received, to be packed' : 'Received',
              )
            }
          />
        )}
        {state === 'received' && found.exchange && permissions.includes('orders.fulfil') && (
          <ExchangeButton
            exchange={found.exchange}
            label="Exchange"
            busy={busy}
            onExchange={() =>
              void change(
                call('POST /api/staff/returns/:number/exchange', {
                  params,
                  body: { version: found.version },
                }),
                'To be packed',
              )
            }
          />
        )}
        {state === 'received' && mayRefund && (
          <Refund
            found={found}
            busy={busy}
            units={found.units}
            label="Refund"
            onRefund={(refund) =>
              void change(
                call('POST /api/staff/returns/:number/refund', {
                  params,
                  body: { version: found.version, ...refund },
                }),
                'Refunded',
              )
            }
          />
        )}
        {mayRefund && (state === 'declined' || isOpenReturn(state)) && (
          <Decide
            key={`decide-${found.version}`}
            found={found}
            busy={busy}
            onDecide={(body) =>
              void change(
                call('POST /api/staff/returns/:number/decide', { params, body }),
                body.isAccepted ? 'Accepted' : 'Declined',
              )
            }
          />
        )}
      </section>
    </article>
  )
}

const itemName = ({ name, size }: WholeReturnView['units'][number]) => `${name}, ${size}`

function ItemList({ found }: { found: WholeReturnView }) {
  return (
    <ul className={styles.items}>
      {found.units.map((unit) => (
        <li key={unit.number}>
          {itemName(unit)}: {RETURN_REASON_WORDS[unit.reason]}
          {unit.condition && `. ${CONDITION_WORDS[unit.condition]}`}
        </li>
      ))}
    </ul>
  )
}

function Notes({
  found,
  busy,
  onSave,
}: {
  found: WholeReturnView
  busy: boolean
  onSave: (body: { version: number; label: string; staffNote: string }) => void
}) {
  const [label, setLabel] = useState(found.label)
  const [staffNote, setStaffNote] = useState(found.staffNote)
  return (
    <form
      className={record.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSave({ version: found.version, label, staffNote })
      }}
    >
      <Field
        label="Label for the customer"
        hint="A code, or the address of a label to print. The customer also gets it as a QR code."
        name="label"
        value={label}
        maxLength={500}
        onChange={({ target }) => setLabel(target.value)}
      />
      <TextArea
        label="Notes for staff"
        name="notes"
        rows={2}
        value={staffNote}
        onChange={({ target }) => setStaffNote(target.value)}
      />
      <Button type="submit" tone="plain" disabled={busy}>
        Save
      </Button>
    </form>
  )
}

function Decide({
  found: { state, version },
  busy,
  onDecide,
}: {
  found: WholeReturnView
  busy: boolean
  onDecide: (body: { version: number; isAccepted: boolean; answer: string }) => void
}) {
  const [answer, setAnswer] = useState('')
  const decide = (isAccepted: boolean) => onDecide({ version, isAccepted, answer })
  return (
    <div className={record.form}>
      <TextArea
        label="Answer to the customer"
        name="answer"
        rows={2}
        value={answer}
        onChange={({ target }) => setAnswer(target.value)}
      />
      <div className={record.actions}>
        {(state === 'asked' || state === 'declined') && (
          <Button tone="red" disabled={busy} onClick={() => decide(true)}>
            Accept
          </Button>
        )}
        {state !== 'declined' && (
          <Button tone="plain" disabled={busy} onClick={() => decide(false)}>
            Decline
          </Button>
        )}
      </div>
    </div>
  )
}

interface RefundBody {
  shipping: boolean
  keepFee: boolean
}

function Receive({
  found,
  mayRefund,
  busy,
  onReceive,
}: {
  found: WholeReturnView
  mayRefund: boolean
  busy: boolean
  onReceive: (body: {
    version: number
    units: { number: number; condition: UnitCondition }[]
    refund: RefundBody | null
    exchange: boolean
  }) => void
}) {
  const { version } = found
  const [units, setUnits] = useState(
    found.units.map((unit) => ({ ...unit, condition: 'stock' as UnitCondition })),
  )
  const receive = (refund: RefundBody | null, exchange = false) =>
    onReceive({
      version,
      units: units.map(({ number, condition }) => ({ number, condition })),
      refund,
      exchange,
    })
  return (
    <>
      {units.map((unit) => (
        <Select
          key={unit.number}
          label={itemName(unit)}
          hint={RETURN_REASON_WORDS[unit.reason]}
          value={unit.condition}
          onChange={({ target }) =>
            setUnits((before) =>
              before.map((one) =>
                one.number === unit.number ? { ...one, condition: target.value as UnitCondition } : one,
              ),
            )
          }
        >
          {CONDITIONS.map((condition) => (
            <option key={condition} value={condition}>
              {CONDITION_WORDS[condition]}
            </option>
          ))}
        </Select>
      ))}
      {found.exchange && (
        <ExchangeButton
          exchange={found.exchange}
          label="Receive and exchange"
          busy={busy}
          onExchange={() => receive(null, true)}
        />
      )}
      {mayRefund && (
        <Refund found={found} busy={busy} units={units} label="Receive and refund" onRefund={receive} />
      )}
      <Button
        tone={mayRefund || found.exchange ? 'plain' : 'red'}
        className={form.small}
        disabled={busy}
        onClick={() => receive(null)}
      >
        {mayRefund || found.exchange ? 'Receive, and decide later' : 'Receive'}
      </Button>
    </>
  )
}

/** Sends what the customer wants instead, and says what becomes of the difference. */
function ExchangeButton({
  exchange: { difference, problem },
  label,
  busy,
  onExchange,
}: {
  exchange: NonNullable<WholeReturnView['exchange']>
  label: string
  busy: boolean
  onExchange: () => void
}) {
  if (problem !== '') return <p>{problem}</p>
  const amount = formatCents(Math.abs(difference))
  return (
    <div className={record.form}>
      <p>
        {difference === 0
          ? 'It costs the same.'
          : difference > 0
            ? `It costs ${amount} more: the customer is emailed a link, and it is sent once that is paid.`
            : `It costs ${amount} less, which is refunded.`}
      </p>
      <Button tone="red" disabled={busy} onClick={onExchange}>
        {busy ? 'Saving...' : label}
      </Button>
    </div>
  )
}

function Refund({
  found,
  busy,
  units,
  label,
  onRefund,
}: {
  found: WholeReturnView
  busy: boolean
  units: readonly { position: number; condition: UnitCondition | null }[]
  label: string
  onRefund: (refund: RefundBody) => void
}) {
  const [shipping, setShipping] = useState(found.isWithdrawal && found.offer.shipping > 0)
  const [keepFee, setKeepFee] = useState(true)
  const items = returnedUnits(units).map((one) => ({ ...one, sent: one.quantity }))
  const priced = priceChoice({ ...found.offer, left: cents(found.offer.left) }, { items, shipping })
  const fee = keepFee ? found.fee : 0
  const amount = priced.kind === 'priced' ? Math.max(0, priced.amount - fee) : 0
  return (
    <div className={record.form}>
      {found.offer.shipping > 0 && (
        <Checkbox checked={shipping} onChange={({ target }) => setShipping(target.checked)}>
          Refund the shipping too: {formatCents(found.offer.shipping)}
        </Checkbox>
      )}
      {found.fee > 0 && (
        <Checkbox checked={keepFee} onChange={({ target }) => setKeepFee(target.checked)}>
          Keep the fee: {formatCents(found.fee)}
        </Checkbox>
      )}
      <Button
        tone={found.exchange ? 'plain' : 'red'}
        disabled={busy}
        onClick={() => onRefund({ shipping, keepFee })}
      >
        {busy ? 'Saving...' : `${label} ${formatCents(amount)}`}
      </Button>
    </div>
  )
}
