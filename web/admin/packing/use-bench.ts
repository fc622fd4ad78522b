import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { askStaff, postAsStaff, type StaffAnswer } from '#web/admin/ask-staff.ts'
import { newId } from '#web/admin/new-id.ts'
import {
  isComplete,
  isProductCode,
  meaningOf,
  missingIn,
  missingOf,
  withOneMore,
  type Parcel,
} from '#domain/packing/packing-bench.ts'
import type { BenchOrder, HeldBy } from '#web/views/packing/bench-order.ts'
import { playSound } from './bench-sound.ts'

/** An open order with what is in its parcel. */
export interface OpenParcel extends Parcel<BenchOrder['items'][number]> {
  order: BenchOrder
}

/** The last result, shown large and announced. `id` tells equal ones apart. */
export interface BenchMessage {
  id: number
  kind: 'good' | 'wrong'
  words: string
}

/** Another bench packs this order. */
export interface HeldOrder extends HeldBy {
  number: string
}

const API = '/api/staff/packing'
/** A claim ends after ten minutes of silence. */
const KEEP_EVERY_MS = 60_000

/** Refusals after which the parcel must not be packed as it is. */
const ENDS_CLAIM = new Set(['held', 'lost', 'changed-meanwhile'])

/** The state of one bench: the open parcel, and what scans, taps and presses do. Scans are handled one by one. */
export function useBench() {
  const [bench] = useState(newId)
  const [parcel, setParcelShown] = useState<OpenParcel | null>(null)
  const [carrier, setCarrier] = useState('Canada Post')
  const [tracking, setTrackingShown] = useState('')
  const [heldOrder, setHeldOrder] = useState<HeldOrder | null>(null)
  const [message, setMessage] = useState<BenchMessage | null>(null)
  const [packed, setPacked] = useState(0)
  const [busy, setBusy] = useState(false)
  // A scan may come before the last one is rendered.
  const now = useRef({ parcel, tracking, keptAt: 0, queue: Promise.resolve() })

  function setParcel(next: OpenParcel | null) {
    now.current.parcel = next
    setParcelShown(next)
  }
  function setTracking(next: string) {
    now.current.tracking = next
    setTrackingShown(next)
  }
  function tell(kind: BenchMessage['kind'], words: string) {
    playSound(kind)
    setMessage((before) => ({ id: (before?.id ?? 0) + 1, kind, words }))
  }

  /** Runs one task after the other. */
  function inTurn(task: () => Promise<void>) {
    now.current.queue = now.current.queue.then(async () => {
      setBusy(true)
      await task()
      setBusy(false)
    })
  }

  async function claim(number: string, takeOver: number | null = null) {
    setHeldOrder(null)
    const answer = await postAsStaff<BenchOrder>(`${API}/claim`, { number, bench, takeOver })
    if (answer.kind === 'done') {
      const { items } = answer.value
      setParcel({ number, items, packed: {}, order: answer.value })
      setTracking('')
      now.current.keptAt = Date.now()
      return tell('good', `${number}: ${countWords(answer.value)} to pack.`)
    }
    if (answer.code === 'held') setHeldOrder({ number, ...(answer.current as unknown as HeldBy) })
    tell('wrong', `${number}: ${reasonOf(answer)}`)
  }

  function countOne(position: number) {
    const open = now.current.parcel
    const item = open?.items.find((one) => one.position === position)
    if (!open || !item) return
    const { name, size, quantity } = item
    if (missingOf(open, item) === 0) {
      return tell('wrong', `Too many: ${name}, ${size} is complete. Take it out again.`)
    }
    const next = withOneMore(open, position)
    setParcel(next)
    tell(
      'good',
      isComplete(next)
        ? `${name}, ${size}. That was the last item: ${next.order.isPickup ? 'mark it as ready' : 'close the parcel'}.`
        : `${name}, ${size}: ${quantity - missingOf(next, item)} of ${quantity}. ${missingWords(next)}`,
    )
    keep()
  }

  async function judgeOther(code: string, canBeTracking: boolean) {
    const isPickup = now.current.parcel?.order.isPickup ?? false
    const where = isPickup ? 'order' : 'parcel'
    const answer = await askStaff<{ item: { name: string; size: string } | null }>(
      'GET',
      `${API}/item?barcode=${encodeURIComponent(code)}`,
    )
    const found = answer.kind === 'done' ? answer.value.item : null
    if (found)
      return tell('wrong', `Wrong item: ${found.name}, ${found.size} does not belong in this ${where}.`)
    if (isPickup || !canBeTracking || isProductCode(code))
      return tell('wrong', `Wrong item: ${code} is not an item of this ${where}.`)
    setTracking(code)
    tell('good', `Tracking number ${code}.`)
  }

  /** True when the order is fulfilled. */
  async function pack(): Promise<boolean> {
    const open = now.current.parcel
    if (!open) return false
    const { number, version, isPickup } = open.order
    const shipped = {
      carrier: now.current.tracking === '' ? '' : carrier,
      trackingNumber: now.current.tracking,
    }
    const answer = await postAsStaff(`${API}/packed`, { number, bench, version, ...shipped })
    if (answer.kind === 'done') {
      setParcel(null)
      setTracking('')
      setPacked((before) => before + 1)
      tell(
        'good',
        `${number} is ${isPickup ? 'ready for pickup' : 'packed and fulfilled'}. Scan the next slip.`,
      )
      return true
    }
    const isGone =
      answer.code !== 'unreachable' && answer.code !== 'signed-out' && answer.code !== 'invalid-request'
    if (isGone) setParcel(null)
    tell('wrong', `${number}: ${reasonOf(answer)}${isGone ? ' Scan its slip again.' : ''}`)
    return false
  }

  async function handle(code: string) {
    const open = now.current.parcel
    const meaning = meaningOf(code, open)
    switch (meaning.kind) {
      case 'slip':
        return claim(meaning.number)
      case 'no-slip':
        return tell('wrong', `Scan a packing slip first: ${code} is not an order number.`)
      case 'unfinished':
        return tell(
          'wrong',
          `Wrong slip: ${meaning.number}. ${open ? missingWords(open) : ''} Finish ${open?.number} first.`,
        )
      case 'next':
        return (await pack()) ? claim(meaning.number) : undefined
      case 'same-slip':
        if (open && isComplete(open)) return void (await pack())
        return tell('wrong', `This slip is already open. ${open ? missingWords(open) : ''}`)
      case 'item':
      case 'surplus':
        return countOne(meaning.position)
      case 'other':
        return judgeOther(code.trim(), meaning.isComplete)
    }
  }

  /** Tells the shop at most once a minute that the bench is still at work. */
  function keep() {
    const open = now.current.parcel
    if (!open || Date.now() - now.current.keptAt < KEEP_EVERY_MS) return
    now.current.keptAt = Date.now()
    const { number, version } = open.order
    void postAsStaff(`${API}/keep`, { number, bench, version }).then((answer) => {
      if (answer.kind === 'done' || !ENDS_CLAIM.has(answer.code)) return
      setParcel(null)
      tell('wrong', `${open.number}: ${reasonOf(answer)} Put it aside.`)
    })
  }

  const release = useEffectEvent(() => {
    const open = now.current.parcel
    if (!open) return
    void fetch(`${API}/release`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number: open.number, bench }),
      keepalive: true,
    })
  })
  useEffect(() => {
    const onLeave = () => release()
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [])

  return {
    parcel,
    message,
    heldOrder,
    packed,
    busy,
    carrier,
    tracking,
    setCarrier,
    setTracking,
    scan: (code: string) => inTurn(() => handle(code)),
    tap: countOne,
    pack: () => inTurn(async () => void (await pack())),
    takeOver: (held: HeldOrder) => inTurn(() => claim(held.number, held.since)),
    leaveIt: () => setHeldOrder(null),
    putBack: () =>
      inTurn(async () => {
        const open = now.current.parcel
        if (!open) return
        await postAsStaff(`${API}/release`, { number: open.number, bench })
        setParcel(null)
        tell('good', `${open.number} was put back. Scan the next slip.`)
      }),
  }
}

function countWords({ items }: BenchOrder): string {
  const count = items.reduce((sum, { quantity }) => sum + quantity, 0)
  return count === 1 ? '1 item' : `${count} items`
}

function missingWords(parcel: Parcel): string {
  const missing = missingIn(parcel)
  return missing === 1 ? '1 item is missing.' : `${missing} items are missing.`
}

function reasonOf(answer: StaffAnswer<unknown> & { kind: 'refused' }): string {
  if (answer.code === 'signed-out') return 'You are signed out. Sign in in another tab, then scan again.'
  return Object.values(answer.fields)[0] ?? answer.title ?? 'The shop did not answer. Scan again.'
}
