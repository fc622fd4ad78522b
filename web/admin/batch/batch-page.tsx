import { useState } from 'react'
import StaffFrame, { type StaffFrameProps } from '#web/admin/staff-frame.tsx'
import { MAX_BATCH_SIZE } from '#domain/packing/parse-tracking.ts'
import LinkButton from '#web/ui/link-button.tsx'
import styles from './batch-page.module.css'
import type { BatchOrderView } from './batch-order.ts'
import FulfilWithoutTracking from './fulfil-without-tracking.tsx'
import ItemCodes, { type CodedItem } from './item-codes.tsx'
import LeftOut, { type LeftOutView } from './left-out.tsx'
import TrackingNumbers from './tracking-numbers.tsx'

export interface BatchPageProps {
  frame: StaffFrameProps
  /** The query that names the orders one by one. */
  address: string
  orders: BatchOrderView[]
  units: number
  /** The sizes to fetch, with their bins and barcodes. */
  lines: CodedItem[]
  leftOut: LeftOutView[]
  /** Orders that are left out too, without being named. */
  unnamed: number
  /** Orders that can be packed, beyond the largest batch. */
  later: number
}

/** Everything that is done with many orders together, in the order of the work. */
export default function BatchPage(props: BatchPageProps) {
  const { frame, address, orders, units, lines, leftOut, unnamed, later } = props
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const markDone = (numbers: readonly string[]) => setDone((before) => new Set([...before, ...numbers]))
  const print = `/admin/orders/batch/print${address}`
  const csv = `/api/staff/packing/carrier.csv${address}`
  return (
    <StaffFrame frame={frame} title="Batch" here="/admin/orders">
      <div className={styles.top}>
        <p role="status">
          {orders.length === 0
            ? 'None of the selected orders is waiting to be packed.'
            : `${counted(orders.length, 'order')}, ${counted(units, 'item')}`}
          {later > 0 &&
            ` (the oldest ${MAX_BATCH_SIZE}; ${counted(later, 'more order')} can follow in another batch)`}
        </p>
        <a href="/admin/orders">All orders</a>
      </div>
      <LeftOut orders={leftOut} unnamed={unnamed} />
      {orders.length > 0 && (
        <>
          <section className={styles.step} aria-labelledby="pick">
            <h2 id="pick">1. Pick and pack</h2>
            <p>
              The pick list has every product and size in the batch. Each slip is one page, with a barcode.
            </p>
            <div className={styles.ways}>
              <LinkButton tone="red" href={`${print}&print=1`} target="_blank" rel="noreferrer">
                Print pick list and slips
              </LinkButton>
              <a href={`${print}&parts=pick-list&print=1`} target="_blank" rel="noreferrer">
                Pick list only
              </a>
              <a href={`${print}&parts=slips&print=1`} target="_blank" rel="noreferrer">
                Slips only
              </a>
              <a href="/admin/packing">Packing bench</a>
            </div>
            <ItemCodes lines={lines} />
          </section>
          <section className={styles.step} aria-labelledby="carrier">
            <h2 id="carrier">2. Labels</h2>
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
      <TrackingNumbers step={orders.length > 0 ? '3. ' : ''} onFulfilled={markDone} />
      {orders.length > 0 && <FulfilWithoutTracking orders={orders} done={done} onFulfilled={markDone} />}
    </StaffFrame>
  )
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en-CA')} ${noun}${count === 1 ? '' : 's'}`
}
