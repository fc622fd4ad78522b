import { useState } from 'react'
import {
  parseReturnNumber,
  RETURN_STATE_WORDS,
  RETURN_STATES,
  type ReturnState,
} from '#domain/returns/return.ts'
import { call } from '#web/admin/call-staff-api.ts'
import inbox from '#web/admin/list/inbox.module.css'
import PageLinks from '#web/admin/list/page-links.tsx'
import RefusedList from '#web/admin/list/refused-list.tsx'
import Table from '#web/admin/list/table.tsx'
import { useScanner } from '#web/admin/packing/use-scanner.ts'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import Field from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { ReturnView } from '#web/views/returns/return-view.ts'
import styles from './returns.module.css'

export interface ReturnsPageProps {
  frame: StaffFrameProps
  state: ReturnState | ''
  /** Newest first. */
  list: { returns: ReturnView[]; page: number; pages: number; total: number }
}

const PATH = '/admin/returns'
const COLUMNS = [
  { label: 'Return', isBrief: true },
  { label: 'Customer' },
  { label: 'Items' },
  { label: 'Status', isBrief: true },
  { label: 'Due', isBrief: true },
]

const addressOf = (state: ReturnState | '', page = 1) => {
  const query = new URLSearchParams({ ...(state && { state }), ...(page > 1 && { page: String(page) }) })
  return query.size === 0 ? PATH : `${PATH}?${query}`
}

/** The returns. A scanned slip opens its return, wherever the focus is. */
export default function ReturnsPage({ frame, state, list }: ReturnsPageProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [refusals, setRefusals] = useState<{ number: string; reason: string }[]>([])
  const [busy, setBusy] = useState(false)
  const mayRefund = frame.permissions.includes('orders.refund')

  useScanner(({ readings, field }) => {
    const number = readings.find((reading) => parseReturnNumber(reading) !== null)
    if (number !== undefined) location.assign(`${PATH}/${number.trim().toUpperCase()}`)
    else {
      field?.putBack()
      showToast('error', 'This is not the number of a return or an order.')
    }
  })

  async function refundChosen() {
    setBusy(true)
    const refused: typeof refusals = []
    for (const { number, version } of list.returns.filter((one) => chosen.has(one.number))) {
      const answer = await call('POST /api/staff/returns/:number/refund', {
        params: { number },
        body: { version },
      })
      if (answer.kind === 'refused')
        refused.push({ number, reason: answer.title ?? 'The shop did not respond. Check it again.' })
    }
    setBusy(false)
    if (refused.length === 0) return location.reload()
    setRefusals(refused)
  }

  return (
    <StaffFrame frame={frame} title="Returns" here={PATH}>
      <div className={styles.find}>
        <Field
          label="Scan a slip, or type the number of a return or an order"
          name="number"
          autoComplete="off"
          autoCapitalize="characters"
        />
      </div>
      <nav aria-label="Status" className={styles.states}>
        {(['', ...RETURN_STATES] as const).map((one) => (
          <a key={one} href={addressOf(one)} aria-current={one === state ? 'page' : undefined}>
            {one === '' ? 'All' : RETURN_STATE_WORDS[one]}
          </a>
        ))}
      </nav>
      <p className={inbox.count}>{list.total === 1 ? '1 return' : `${list.total} returns`}</p>
      {list.returns.length === 0 ? (
        <p className={inbox.empty}>No returns here.</p>
      ) : (
        <Table
          caption="Returns, newest first"
          columns={COLUMNS}
          rows={list.returns.map((one) => ({ key: one.number, cells: cells(one) }))}
        />
      )}
      {chosen.size > 0 && (
        <Button tone="red" disabled={busy} onClick={() => void refundChosen()}>
          {busy ? 'Refunding...' : `Refund ${chosen.size === 1 ? '1 return' : `${chosen.size} returns`}`}
        </Button>
      )}
      {refusals.length > 0 && (
        <RefusedList
          label="Not refunded"
          rows={refusals.map(({ number, reason }) => ({ name: number, href: `${PATH}/${number}`, reason }))}
        />
      )}
      <PageLinks page={list.page} pages={list.pages} addressOf={(page) => addressOf(state, page)} />
    </StaffFrame>
  )

  function cells({ number, name, email, items, state: at, due, isWithdrawal }: ReturnView) {
    const link = (
      <a className={inbox.open} href={`${PATH}/${number}`}>
        {number}
      </a>
    )
    return [
      mayRefund && at === 'received' ? (
        <Checkbox
          key="number"
          aria-label={`Choose ${number}`}
          checked={chosen.has(number)}
          onChange={({ target }) =>
            setChosen(
              (before) =>
                new Set([...before].filter((one) => one !== number).concat(target.checked ? number : [])),
            )
          }
        >
          {link}
        </Checkbox>
      ) : (
        link
      ),
      <div key="customer">
        {name}
        <div>{email}</div>
      </div>,
      `${items.join('; ')}${isWithdrawal ? ' (withdrawal)' : ''}`,
      RETURN_STATE_WORDS[at],
      due && (
        <span key="due" className={due.isPast ? inbox.waits : undefined}>
          {due.at}
        </span>
      ),
    ]
  }
}
