import { useEffect, useEffectEvent } from 'react'
import type { OpenParcel } from './use-bench-state.ts'

/** What a bench was packing when its page was left, for when it is opened again in the same tab. */
export interface LeftParcel {
  number: string
  version: number
  packed: Readonly<Record<number, number>>
}

const STORED = 'packing-bench'

/** Lets other benches pack the open order when this one is closed, and keeps its counts in case it was reloaded. */
export function useReleaseOnLeave(
  openParcel: () => OpenParcel | null,
  bench: string,
  onReturn: (left: LeftParcel) => void,
): void {
  const release = useEffectEvent(() => {
    const open = openParcel()
    if (!open) return
    const { number, packed, order } = open
    sessionStorage.setItem(STORED, JSON.stringify({ number, packed, version: order.version }))
    void fetch('/api/staff/packing/release', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number, bench }),
      keepalive: true,
    })
  })
  const returned = useEffectEvent(onReturn)
  useEffect(() => {
    const left = sessionStorage.getItem(STORED)
    sessionStorage.removeItem(STORED) // a copy of this tab is another bench
    if (left !== null) returned(JSON.parse(left) as LeftParcel)
    const onLeave = () => release()
    window.addEventListener('pagehide', onLeave)
    return () => window.removeEventListener('pagehide', onLeave)
  }, [])
}
