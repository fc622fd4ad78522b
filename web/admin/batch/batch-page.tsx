import { useState } from 'react'
import { MAX_BATCH_NAME_LENGTH } from '#domain/packing/packing-forms.ts'
import { call } from '#web/admin/call-staff-api.ts'
import ConfirmDialog from '#web/admin/confirm-dialog.tsx'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import Button from '#web/ui/button.tsx'
import Field from '#web/ui/field.tsx'
import LinkButton from '#web/ui/link-button.tsx'
import { showToast } from '#web/ui/toast.tsx'
import styles from './batch-page.module.css'
import type { BatchOrderView } from './batch-order.ts'
import FulfilWithoutTracking from './fulfil-without-tracking.tsx'
import ItemCodes from './item-codes.tsx'
import LeftOut, { type LeftOutView } from './left-out.tsx'
import PickTicks, { type PickedItem, type PickView } from './pick-ticks.tsx'
import TrackingNumbers from './tracking-numbers.tsx'

/** A batch, with how many orders it has, of how many the slip was printed, and how many are still to be sent. */
interface BatchView {
  id: string
  name: string
  by: string
  at: string
  isClosed: boolean
  orders: number
  printed: number
  open: number
  picks: PickedItem[]
}

export interface BatchPageProps {
  frame: StaffFrameProps
  /** Null: there is no such batch. */
  batch: BatchView | null
  /** Those that can be packed now. */
  orders: BatchOrderView[]
  /** The sizes to fetch, with their bins and barcodes. */
  lines: PickView[]
  leftOut: LeftOutView[]
}

/** Everything that is done with the orders of a batch, in the order of the work. */
export default function BatchPage({ frame, batch, ...more }: BatchPageProps) {
  const [name, setName] = useState(batch?.name ?? 'No such batch')
  return (
    <StaffFrame frame={frame} title={name} here="/admin/orders">
      {batch === null ? (
        <p>
          There is no such batch, or it was closed long ago. <a href="/admin/orders/batches">All batches</a>
        </p>
      ) : (
        <Batch batch={{ ...batch, name }} {...more} onRenamed={setName} />
      )}
    </StaffFrame>
  )
}

interface Props extends Omit<BatchPageProps, 'frame' | 'batch'> {
  batch: BatchView
  onRenamed: (name: string) => void
}

function Batch({ batch, orders, lines, leftOut, onRenamed }: Props) {
  const { id, by, at, isClosed, printed, open } = batch
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const markDone = (numbers: readonly string[]) => setDone((before) => new Set([...before, ...numbers]))
  const print = `/admin/orders/batch/print?batch=${id}&print=1`
  const csv = `/api/staff/packing/carrier.csv?batch=${id}`
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  return (
    <>
      <div className={styles.top}>
        <p role="status">
          {counted(batch.orders, 'order')}: {batch.orders - open} packed, {counted(printed, 'slip')} printed.
          {orders.length > 0 && ` To pack: ${counted(orders.length, 'order')}, ${counted(units, 'item')}.`}
        </p>
        <a href="/admin/orders/batches">All batches</a>
      </div>
      <p className={styles.made}>
        Made {at}, by {by}
        {isClosed && '. Closed: none of its orders is still to be sent'}.
      </p>
      <LeftOut orders={leftOut} />
      {orders.length > 0 && (
        <>
          <section className={styles.step} aria-labelledby="pick">
            <h2 id="pick">1. Pick</h2>
            <PickTicks batch={id} lines={lines} first={batch.picks} />
            <ItemCodes lines={lines} />
          </section>
          <section className={styles.step} aria-labelledby="pack">
            <h2 id="pack">2. Print and pack</h2>
            <p>Each slip is one page, with a barcode that the packing bench reads.</p>
            <div className={styles.ways}>
              <LinkButton tone="red" href={`${print}&parts=slips`} target="_blank" rel="noreferrer">
                Print slips
              </LinkButton>
              <a href={print} target="_blank" rel="noreferrer">
                Print pick list and slips
              </a>
              <a href={`${print}&parts=pick-list`} target="_blank" rel="noreferrer">
                Print pick list
              </a>
              <a href={`/admin/packing?batch=${id}`}>Packing bench</a>
            </div>
          </section>
          <section className={styles.step} aria-labelledby="carrier">
            <h2 id="carrier">3. Labels</h2>
            <p>A file of addresses for your carrier’s software. Downloads are recorded.</p>
            <div className={styles.ways}>
              <LinkButton href={`${csv}&format=canada-post`} download>
                Canada Post CSV
              </LinkButton>
              <a href={`${csv}&format=generic`} download>
                Generic CSV
              </a>
            </div>
          </section>
        </>
      )}
      <TrackingNumbers step={orders.length > 0 ? '4. ' : ''} onFulfilled={markDone} />
      {orders.length > 0 && <FulfilWithoutTracking orders={orders} done={done} onFulfilled={markDone} />}
      <BatchSettings batch={batch} onRenamed={onRenamed} />
    </>
  )
}

/** Its name, and the end of a batch that is not finished. */
function BatchSettings({ batch: { id, name, open }, onRenamed }: Pick<Props, 'batch' | 'onRenamed'>) {
  const [typed, setTyped] = useState(name)
  const [error, setError] = useState<string>()
  const [asking, setAsking] = useState(false)

  async function rename() {
    const answer = await call('PUT /api/staff/batches/:id', { params: { id }, body: { name: typed } })
    if (answer.kind === 'refused') {
      return setError(answer.fields['name'] ?? answer.title ?? 'The shop did not respond. Try again.')
    }
    setError(undefined)
    onRenamed(typed.trim())
    showToast('success', 'Renamed')
  }

  async function close() {
    const answer = await call('POST /api/staff/batches/:id/close', { params: { id } })
    if (answer.kind === 'done') window.location.assign('/admin/orders/batches')
    else showToast('error', answer.title ?? 'The shop did not respond. Try again.')
    setAsking(false)
  }

  return (
    <section className={styles.step} aria-labelledby="batch">
      <h2 id="batch">This batch</h2>
      <form
        noValidate
        className={styles.fields}
        onSubmit={(event) => {
          event.preventDefault()
          void rename()
        }}
      >
        <Field
          label="Name"
          value={typed}
          maxLength={MAX_BATCH_NAME_LENGTH}
          error={error}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className={styles.ways}>
          <Button tone="plain" type="submit" disabled={typed.trim() === name}>
            Rename
          </Button>
          {open > 0 && (
            <Button tone="plain" onClick={() => setAsking(true)}>
              Close the batch
            </Button>
          )}
        </div>
      </form>
      {asking && (
        <ConfirmDialog
          question="Close this batch?"
          detail={`${counted(open, 'order')} ${open === 1 ? 'is' : 'are'} still to be sent, and can then be in another batch. A batch closes by itself once everything was sent.`}
          yes="Close"
          no="Back"
          onYes={() => void close()}
          onNo={() => setAsking(false)}
        />
      )}
    </section>
  )
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-CA')} ${noun}${count === 1 ? '' : 's'}`
}
