import { useRef, useState } from 'react'
import { call } from '#web/admin/call-staff-api.ts'
import { newId } from '#web/admin/new-id.ts'
import type { HeldBy } from '#web/views/packing/bench-order.ts'
import { countWords, reasonOf } from './bench-words.ts'
import type { useBenchState } from './use-bench-state.ts'
import { isComplete, packedUnits } from '#domain/packing/packing-bench.ts'
import type { Problem } from './hold-fields.tsx'
import { useReleaseOnLeave, type LeftParcel } from './use-release-on-leave.ts'

/** Another bench packs this order. */
export interface HeldOrder extends HeldBy {
  number: string
}

/** A claim ends after ten minutes of silence. */
const RENEW_INTERVAL_MS = 60_000

/** Refusals after which the parcel must not be packed as it is. */
const ENDS_CLAIM = new Set(['held', 'lost', 'changed-meanwhile'])

/** What a bench asks of the shop about its open order: to claim it, keep the claim, pack it, and put it back. */
export function useClaims({
  now,
  setParcel,
  setTracking,
  showMessage,
  inTurn,
}: ReturnType<typeof useBenchState>) {
  const [bench] = useState(newId)
  const [heldOrder, setHeldOrder] = useState<HeldOrder | null>(null)
  const [packed, setPacked] = useState(0)
  /** When the bench last reported to the shop that it is at work. */
  const keptAt = useRef(0)
  useReleaseOnLeave(
    () => now.current.parcel,
    bench,
    (left) => inTurn(() => claim(left.number, null, left)),
  )

  /** `left`: what this bench had packed of it before its page was reloaded. */
  async function claim(number: string, takeOver: number | null = null, left?: LeftParcel) {
    setHeldOrder(null)
    const answer = await call('POST /api/staff/packing/claim', { body: { number, bench, takeOver } })
    if (answer.kind === 'done') {
      const { items, version } = answer.value
      const packed = left?.version === version ? left.packed : {}
      setParcel({ number, items, packed, order: answer.value })
      setTracking('')
      keptAt.current = Date.now()
      if (left && left.version !== version)
        return showMessage('wrong', `${number} was changed. Pack it again from the start.`)
      return showMessage('good', `${number}: ${countWords(answer.value)} to pack.`)
    }
    if (answer.code === 'held') setHeldOrder({ number, ...(answer.current as unknown as HeldBy) })
    showMessage('wrong', `${number}: ${reasonOf(answer)}`)
  }

  /** True when the order is fulfilled. */
  async function pack(): Promise<boolean> {
    const open = now.current.parcel
    if (!open) return false
    const { number, version, isPickup } = open.order
    const isPart = !isComplete(open)
    const shipped = {
      carrier: now.current.tracking === '' ? '' : now.current.carrier,
      trackingNumber: now.current.tracking,
    }
    const answer = await call('POST /api/staff/packing/packed', {
      body: { number, bench, version, ...shipped, ...(isPart && { items: packedUnits(open) }) },
    })
    if (answer.kind === 'done') {
      setParcel(null)
      setTracking('')
      setPacked((before) => before + 1)
      showMessage(
        'good',
        `${isPart ? `A part of ${number}` : number} is ${isPickup ? 'ready for pickup' : 'packed and fulfilled'}. Scan the next slip.`,
      )
      return true
    }
    const isGone =
      answer.code !== 'unreachable' && answer.code !== 'signed-out' && answer.code !== 'invalid-request'
    if (isGone) setParcel(null)
    showMessage('wrong', `${number}: ${reasonOf(answer)}${isGone ? ' Scan its slip again.' : ''}`)
    return false
  }

  /** Tells the shop at most once a minute that the bench is still at work. */
  function keep() {
    const open = now.current.parcel
    if (!open || Date.now() - keptAt.current < RENEW_INTERVAL_MS) return
    keptAt.current = Date.now()
    const { number, version } = open.order
    void call('POST /api/staff/packing/keep', { body: { number, bench, version } }).then((answer) => {
      if (answer.kind === 'done' || !ENDS_CLAIM.has(answer.code)) return
      setParcel(null)
      showMessage('wrong', `${open.number}: ${reasonOf(answer)} Put it aside.`)
    })
  }

  /** Puts the open order on hold. True when it is. */
  async function reportProblem(problem: Problem): Promise<boolean> {
    const open = now.current.parcel
    if (!open) return false
    const { number, version } = open.order
    const answer = await call('POST /api/staff/orders/:number/hold', {
      params: { number },
      body: { version, bench, ...problem },
    })
    if (answer.kind === 'refused') {
      showMessage('wrong', `${number}: ${reasonOf(answer)}`)
      return false
    }
    setParcel(null)
    showMessage('good', `${number} is on hold. Put it aside, and scan the next slip.`)
    return true
  }

  async function putBack() {
    const open = now.current.parcel
    if (!open) return
    await call('POST /api/staff/packing/release', { body: { number: open.number, bench } })
    setParcel(null)
    showMessage('good', `${open.number} was put back. Scan the next slip.`)
  }

  return {
    claim,
    pack,
    keep,
    putBack,
    reportProblem,
    heldOrder,
    leaveIt: () => setHeldOrder(null),
    packed,
  }
}
