import { useEffect, useEffectEvent } from 'react'
import type { OpenParcel } from './use-bench-state.ts'

/** Lets other benches pack the open order when this one is closed. */
export function useReleaseOnLeave(openParcel: () => OpenParcel | null, bench: string): void {
  const release = useEffectEvent(() => {
    const open = openParcel()
    if (!open) return
    void fetch('/api/staff/packing/release', {
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
}
