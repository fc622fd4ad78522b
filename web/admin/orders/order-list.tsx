import { useRef, useState } from 'react'
import { MAX_BATCH_SIZE } from '#domain/packing/parse-tracking.ts'
import form from '#web/admin/form.module.css'
import SelectionBar from '#web/admin/list/selection-bar.tsx'
import styles from '#web/admin/list/selection.module.css'
import type { Selection } from '#web/admin/list/selection.ts'
import { useListKeys } from '#web/admin/list/use-list-keys.ts'
import Button from '#web/ui/button.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import type { OrdersQuery } from '#web/views/orders/orders-query.ts'
import { batchAddress } from '#web/views/packing/batch-query.ts'
import OrderTable, { type OrderRow } from './order-table.tsx'
import type { SelectedAction } from './selected-actions.ts'
import SelectedDialog from './selected-dialog.tsx'
import MadeBatchDialog, { makeBatch, type MadeBatch } from './made-batch.tsx'

interface OrderListProps {
  orders: readonly OrderRow[]
  /** How many orders the filter matches, on all pages. */
  total: number
  query: OrdersQuery
  selection: Selection
  /** What is done with the selected orders, as the role allows. */
  actions: readonly SelectedAction[]
  /** The tags that orders have. */
  tags: readonly string[]
  /** Selects the first orders that the filter matches, or all of them. */
  onSelectFirst: (first?: number) => void
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
  const { orders, total, query, selection, actions, tags, onSelectFirst, onChanged } = props
  const list = useRef<HTMLFormElement>(null)
  const { keys: numbers } = selection
  const [asked, setAsked] = useState<Asked | null>(null)
  const [made, setMade] = useState<MadeBatch | null>(null)
  const may = (action: SelectedAction) => actions.includes(action)
  const maySelect = actions.length > 0

  async function batch(some: readonly string[]) {
    const outcome = await makeBatch(some)
    if (outcome.batch !== null) selection.clear()
    if (outcome.batch !== null && outcome.leftOut.length === 0) window.location.assign(outcome.batch)
    else setMade(outcome)
  }

  useListKeys(list, (key, number, isShifted) => {
    if (!maySelect) return
    if (key === 'x' && number !== null) selection.toggle(number, isShifted)
    if (key === 'a') onSelectFirst()
    const meant = numbers.length > 0 ? numbers : number === null ? [] : [number]
    if (meant.length === 0) return
    const action = ACTION_KEYS[key]
    if (key === 'b' && may('fulfil')) void batch(meant)
    if (key === 'p' && may('fulfil')) window.open(printAddress(meant), '_blank', 'noreferrer')
    if (action && may(action)) setAsked({ action, numbers: meant })
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
        onReset={(event) => event.preventDefault()}
      >
        <OrderTable orders={orders} query={query} selection={selection} />
        {/* Without JavaScript it prints the orders that are checked. */}
        <SelectionBar
          label="Selected orders"
          selection={selection}
          total={total}
          onSelectAll={() => onSelectFirst()}
        >
          <Button
            tone="plain"
            className={form.small}
            aria-haspopup="dialog"
            onClick={() => setAsked({ action: 'menu', numbers })}
          >
            Actions
          </Button>
          {may('fulfil') && numbers.length > 0 && numbers.length <= MAX_BATCH_SIZE && (
            <LinkButton
              tone="plain"
              className={form.small}
              href={printAddress(numbers)}
              target="_blank"
              rel="noreferrer"
            >
              Print
            </LinkButton>
          )}
          {may('fulfil') && (
            <Button tone="red" className={form.small} onClick={() => void batch(numbers)}>
              Make a batch
            </Button>
          )}
        </SelectionBar>
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
          onKeep={selection.keep}
          onClose={(isChanged) => {
            setAsked(null)
            if (isChanged) onChanged()
          }}
        />
      )}
    </>
  )
}

const ACTION_KEYS: Readonly<Record<string, SelectedAction>> = { f: 'fulfil', h: 'hold', n: 'note' }

/** Where the pick list and the slips of these orders are printed. */
function printAddress(numbers: readonly string[]): string {
  return `/admin/orders/batch/print${batchAddress(numbers.slice(0, MAX_BATCH_SIZE))}&print=1`
}
