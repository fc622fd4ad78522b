import { useEffect } from 'react'
import { showToast, ToastRegion, type ToastKind } from '#web/ui/toast.tsx'

const AN_HOUR_MS = 3_600_000

/** A toast that stays long enough to be seen. */
export default function SampleToast({ kind, text }: { kind: ToastKind; text: string }) {
  useEffect(() => showToast(kind, text, AN_HOUR_MS), [kind, text])
  return <ToastRegion />
}
