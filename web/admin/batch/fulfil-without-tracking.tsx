import { useState } from 'react'
import { flushSync } from 'react-dom'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import RefusalBlock from '#web/admin/refusal-block.tsx'
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
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const open = orders.filter(({ number }) => !done.has(number))
  const chosen = open.filter(({ number }) => !left.has(number)).map(({ number }) => number)

  const pickups = open.filter(({ number, isPickup }) => isPickup && chosen.includes(number)).length
  const asked = markWords(pickups, chosen.length)

  function toggle(number: string, isChosen: boolean) {
    setLeft((before) => new Set(isChosen ? [...before].filter((one) => one !== number) : [...before, number]))
  }

  async function fulfil() {
    setBusy(true)
    const parcels = chosen.map((number) => ({ number, carrier: '', trackingNumber: '' }))
    const { isDone, words } = await fulfilParcels(parcels, pickups)
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
      <h2 id="orders">Orders in this batch</h2>
      <ul className={styles.orders}>
        {orders.map(({ number, name, destination, isPickup, items }) => (
          <li key={number}>
            <Checkbox
              checked={!left.has(number) && !done.has(number)}
              disabled={busy || done.has(number)}
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
        <Button tone="plain" disabled={busy || chosen.length === 0} onClick={() => setAsking(true)}>
          {asked.button}
        </Button>
      </div>
      {asking && (
        <ConfirmDialog
          question={asked.question}
          detail={emailNote(pickups, chosen.length)}
          yes={asked.yes}
          no="Back"
          busy={busy}
          onYes={() => void fulfil()}
          onNo={() => setAsking(false)}
        />
      )}
    </section>
  )
}

/** How these orders are marked, of which so many are for pickup. */
function markWords(pickups: number, all: number): { button: string; question: string; yes: string } {
  const orders = all === 1 ? '1 order' : `${all} orders`
  if (pickups === 0) {
    return {
      button: `Mark ${all} fulfilled without tracking`,
      question: `Mark ${orders} as fulfilled?`,
      yes: 'Mark fulfilled',
    }
  }
  if (pickups === all) {
    return {
      button: `Mark ${all} ready for pickup`,
      question: `Mark ${orders} as ready for pickup?`,
      yes: 'Mark ready',
    }
  }
  return {
    button: `Mark ${all - pickups} fulfilled without tracking, ${pickups} ready for pickup`,
    question: `Mark ${all - pickups} as fulfilled and ${pickups} as ready for pickup?`,
    yes: 'Mark them',
  }
}

/** Which email the customers get; `pickups` of them pick their orders up. */
function emailNote(pickups: number, all: number): string {
  const ready = 'emailed that their order is ready for pickup'
  const sent = 'emailed that their order has shipped, without a tracking number'
  if (pickups === 0) return `Each customer is ${sent}.`
  return pickups === all
    ? `Each customer is ${ready}.`
    : `Customers who pick up are ${ready}, the others are ${sent}.`
}
