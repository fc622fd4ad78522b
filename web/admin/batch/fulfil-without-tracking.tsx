import { useState } from 'react'
import { flushSync } from 'react-dom'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
import { useHydrated } from '#web/admin/use-hydrated.ts'
import Button from '#web/ui/button.tsx'
import Checkbox from '#web/ui/checkbox.tsx'
import { showToast } from '#web/ui/toast.tsx'
import type { BatchOrderView } from './batch-order.ts'
import styles from './batch-page.module.css'
import { fulfilParcels } from './fulfil-parcels.ts'

interface Props {
  orders: BatchOrderView[]
  /** Fulfilled on this page. */
  done: ReadonlySet<string>
  onFulfilled: (numbers: readonly string[]) => void
}

/** The orders of the batch, to mark the chosen ones as fulfilled without a tracking number. */
export default function FulfilWithoutTracking({ orders, done, onFulfilled }: Props) {
  const hydrated = useHydrated()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const open = orders.filter(({ number }) => !done.has(number))
  const chosen = open.filter(({ number }) => !left.has(number)).map(({ number }) => number)

  const pickups = open.filter(({ number, isPickup }) => isPickup && chosen.includes(number)).length
  const isAllPickup = pickups > 0 && pickups === chosen.length

  function toggle(number: string, isChosen: boolean) {
    setLeft((before) => new Set(isChosen ? [...before].filter((one) => one !== number) : [...before, number]))
  }

  async function fulfil() {
    setBusy(true)
    const parcels = chosen.map((number) => ({ number, carrier: '', trackingNumber: '' }))
    const { isDone, words } = await fulfilParcels(parcels)
    flushSync(() => {
      setBusy(false)
      setAsking(false) // the toast must be outside the dialog
      setRefusal(isDone ? null : words)
    })
    if (!isDone) return
    onFulfilled(chosen)
    showToast('success', words, 6_000)
  }

  return (
    <section className={styles.step} aria-labelledby="orders">
      <h2 id="orders">The orders of this batch</h2>
      <ul className={styles.orders}>
        {orders.map(({ number, name, destination, isPickup, items }) => (
          <li key={number}>
            <Checkbox
              checked={!left.has(number) && !done.has(number)}
              disabled={!hydrated || busy || done.has(number)}
              aria-describedby={`items-${number}`}
              onChange={({ target }) => toggle(number, target.checked)}
            >
              <span className={styles.number}>{number}</span>
            </Checkbox>
            <span>
              {name}, {destination}
            </span>
            <span id={`items-${number}`}>{items.join('; ')}</span>
            <span className={styles.links}>
              {done.has(number) && <strong>{isPickup ? 'Ready for pickup' : 'Fulfilled'}</strong>}
              <a href={`/admin/orders/${number}`} aria-label={`Open order ${number}`}>
                Open
              </a>
            </span>
          </li>
        ))}
      </ul>
      <RefusalBlock message={refusal} />
      <div className={styles.ways}>
        <Button
          tone="plain"
          disabled={!hydrated || busy || chosen.length === 0}
          onClick={() => setAsking(true)}
        >
          Mark {chosen.length} {isAllPickup ? 'ready for pickup' : 'fulfilled without tracking'}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          question={
            chosen.length === 1
              ? `Mark 1 order as ${isAllPickup ? 'ready for pickup' : 'fulfilled'}?`
              : `Mark ${chosen.length} orders as ${isAllPickup ? 'ready for pickup' : 'fulfilled'}?`
          }
          detail={toldWords(pickups, chosen.length)}
          yes={isAllPickup ? 'Mark ready' : 'Mark fulfilled'}
          no="Back"
          busy={busy}
          onYes={() => void fulfil()}
          onNo={() => setAsking(false)}
        />
      )}
    </section>
  )
}

/** What the customers are told, of whom so many pick their orders up. */
function toldWords(pickups: number, all: number): string {
  const ready = 'emailed that their order is ready for pickup'
  const sent = 'emailed that their order has shipped, without a tracking number'
  if (pickups === 0) return `Each customer is ${sent}.`
  return pickups === all
    ? `Each customer is ${ready}.`
    : `Customers who pick up are ${ready}, the others are ${sent}.`
}
