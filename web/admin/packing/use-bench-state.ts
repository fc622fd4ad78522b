import { useRef, useState } from 'react'
import type { Parcel } from '#domain/packing/packing-bench.ts'
import type { BenchOrder } from '#web/views/packing/bench-order.ts'
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

/**
 * What a bench shows. `now` has the parcel and its tracking as they are: a scan may come before the last one is
 * rendered.
 */
export function useBenchState() {
  const [parcel, setParcelShown] = useState<OpenParcel | null>(null)
  const [tracking, setTrackingShown] = useState('')
  const [carrier, setCarrierShown] = useState('Canada Post')
  const [message, setMessage] = useState<BenchMessage | null>(null)
  const [busy, setBusy] = useState(false)
  const now = useRef({ parcel, tracking, carrier, queue: Promise.resolve() })

  function setParcel(next: OpenParcel | null) {
    now.current.parcel = next
    setParcelShown(next)
  }
  function setTracking(next: string) {
    now.current.tracking = next
    setTrackingShown(next)
  }
  function setCarrier(next: string) {
    now.current.carrier = next
    setCarrierShown(next)
  }
  function showMessage(kind: BenchMessage['kind'], words: string) {
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

  return {
    now,
    parcel,
    tracking,
    carrier,
    message,
    busy,
    setParcel,
    setTracking,
    setCarrier,
    showMessage,
    inTurn,
  }
}
