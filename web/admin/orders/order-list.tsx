import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { ORDER_ACTIONS } from '#domain/orders/allowed-actions.ts'
import { MAX_SELECTED } from '#domain/orders/order-filters.ts'
import type { Permission } from '#domain/staff/permissions.ts'
import { call } from '#web/admin/call-staff-api.ts'
import { singleKeyOf } from '#web/admin/tools/staff-keys.ts'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import { showToast } from '#web/ui/toast.tsx'
import { ordersAddress, type OrdersQuery } from '#web/views/orders/orders-query.ts'
import OrderTable, { type OrderRow } from './order-table.tsx'
import { SELECTED_ACTIONS, type SelectedAction } from './selected-actions.ts'
import SelectedDialog from './selected-dialog.tsx'
import MadeBatchDialog, { makeBatch, type MadeBatch } from './made-batch.tsx'
import SelectionBar, { printAddress } from '#web/admin/list/selection-bar.tsx'
import styles from '#web/admin/list/selection.module.css'
import { useSelection } from '#web/admin/list/selection.ts'

interface OrderListProps {
  orders: readonly OrderRow[]
  /** How many orders the filter matches, on all pages. */
  total: number
  query: OrdersQuery
  member: string
  permissions: readonly Permission[]
  /** The tags that orders have. */
  tags: readonly string[]
  /** Orders were changed. */
  onChanged: () => void
}

/** What is done, and with which orders. `menu`: staff choose what. */
interface Asked {
  action: SelectedAction | 'menu'
  numbers: readonly string[]
}

/** One page of the orders, of which some, the page, the first or everything that the filter matches can be selected. */
export default function OrderList(props: OrderListProps) {
  const { orders, total, query, member, permissions, tags, onChanged } = props
  const list = useRef<HTMLFormElement>(null)
  const selection = useSelection(
    member,
    orders.map(({ number }) => number),
  )
  const [asked, setAsked] = useState<Asked | null>(null)
  const [made, setMade] = useState<MadeBatch | null>(null)
  const may = (action: SelectedAction) => permissions.includes(ORDER_ACTIONS[action].permission)
  const actions = SELECTED_ACTIONS.filter(may)
  const maySelect = actions.length > 0

  async function selectFirst(first?: number) {
    const { page: _page, per: _per, ...listed } = query
    const answer = await call('GET /api/staff/order-numbers', {
      query: new URLSearchParams(ordersAddress(listed) + (first ? `&first=${first}` : '')).toString(),
    })
    if (answer.kind === 'done') selection.add(answer.value.numbers)
    else showToast('error', answer.title ?? 'The shop did not respond. Try again.')
  }

  async function batch(numbers: readonly string[]) {
    const outcome = await makeBatch(numbers)
    if (outcome.batch !== null) selection.clear()
    if (outcome.batch !== null && outcome.leftOut.length === 0) window.location.assign(outcome.batch)
    else setMade(outcome)
  }

  useOrderKeys(list, (key, number, isShifted) => {
    if (!maySelect) return
    if (key === 'x' && number !== null) selection.toggle(number, isShifted)
    if (key === 'a') void selectFirst()
    const numbers = selection.numbers.length > 0 ? selection.numbers : number === null ? [] : [number]
    if (numbers.length === 0) return
    const action = ACTION_KEYS[key]
    if (key === 'b' && may('fulfil')) void batch(numbers)
    if (key === 'p' && may('fulfil')) window.open(printAddress(numbers), '_blank', 'noreferrer')
    if (action && may(action)) setAsked({ action, numbers })
  })

  if (!maySelect) return <OrderTable orders={orders} query={query} selection={null} />
  return (
    <>
      <form
        ref={list}
        method="get"
        action="/admin/orders/batch/print"
        aria-label="Orders to select"
        className={styles.list}
        onReset={(event) => {
          event.preventDefault()
          selection.clear()
        }}
      >
        <div className={styles.above}>
          <Checkbox
            checked={selection.isPage}
            ref={(box) => {
              if (box) box.indeterminate = selection.here > 0 && !selection.isPage
            }}
            onChange={selection.togglePage}
          >
            Select this page
          </Checkbox>
          {total > orders.length && (
            <FirstOrders total={total} onSelect={(first) => void selectFirst(first)} />
          )}
        </div>
        <OrderTable orders={orders} query={query} selection={selection} />
        <SelectionBar
          selection={selection}
          total={total}
          mayPack={may('fulfil')}
          onSelectAll={() => void selectFirst()}
          onBatch={() => void batch(selection.numbers)}
          onAct={() => setAsked({ action: 'menu', numbers: selection.numbers })}
        />
      </form>
      {made && (
        <MadeBatchDialog
          made={made}
          onClose={() => {
            setMade(null)
            onChanged()
          }}
        />
      )}
      {asked && (
        <SelectedDialog
          numbers={asked.numbers}
          first={asked.action === 'menu' ? null : asked.action}
          actions={actions}
          tags={tags}
          onKeep={(numbers) => {
            selection.clear()
            selection.add(numbers)
          }}
          onClose={(isChanged) => {
            setAsked(null)
            if (isChanged) onChanged()
          }}
        />
      )}
    </>
  )
}

/** Selects the first orders of the list, as it is sorted. */
function FirstOrders({ total, onSelect }: { total: number; onSelect: (first: number) => void }) {
  const [first, setFirst] = useState('')
  const wanted = Math.min(Math.trunc(Number(first)), total, MAX_SELECTED)
  const select = () => wanted > 0 && onSelect(wanted)
  return (
    <span className={styles.first}>
      <label>
        First
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          value={first}
          onChange={({ target }) => setFirst(target.value.replaceAll(/\D/g, '').slice(0, 5))}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            select()
          }}
        />
      </label>
      <Button tone="plain" className={styles.small} disabled={!(wanted > 0)} onClick={select}>
        Select
      </Button>
    </span>
  )
}

const ACTION_KEYS: Readonly<Record<string, SelectedAction>> = { f: 'fulfil', h: 'hold', n: 'note' }

/**
 * The keys of the list: j and k move between its orders, from anywhere on the page. Every other key is handed on, with
 * the order that has the focus.
 */
function useOrderKeys(
  list: RefObject<HTMLElement | null>,
  onKey: (key: string, number: string | null, isShifted: boolean) => void,
): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = singleKeyOf(event)?.toLowerCase()
    if (key === undefined || document.querySelector('dialog[open]')) return
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('tr[data-order]') ?? [])]
    const at = rows.findIndex((row) => row.contains(document.activeElement))
    const step = key === 'j' ? 1 : key === 'k' ? -1 : 0
    if (step === 0) return onKey(key, rows[at]?.dataset['order'] ?? null, event.shiftKey)
    const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))
    rows[next]?.querySelector('a')?.focus()
    rows[next]?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => {
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [])
}
