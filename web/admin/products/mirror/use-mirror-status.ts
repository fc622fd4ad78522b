import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fetchMirrorStatus, requestChoice } from '#web/admin/products/product-requests.ts'
import { MESSAGES } from '#web/admin/products/messages.ts'
import { useCatalogChanges } from '#web/admin/products/changes/use-catalog-changes.ts'
import { showToast } from '#web/ui/toast.tsx'
import type { ConflictView, MirrorStatusView } from '#web/views/catalog/mirror-status.ts'

/** Changes of the catalogue within this time cause one request. */
const DEBOUNCE_MS = 250

/** The state of the source of products, and the choice between two versions. */
export interface MirrorStatus {
  /** Null when products are edited here only. */
  status: MirrorStatusView | null
  busy: boolean
  choose: (conflict: ConflictView, take: 'theirs' | 'ours') => void
}

/** The state of the source of products, kept up to date. A shop without a source sends no request. */
export function useMirrorStatus(first: MirrorStatusView | null): MirrorStatus {
  const [status, setStatus] = useState(first)
  const [busy, setBusy] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  async function load() {
    const answer = await fetchMirrorStatus()
    if (answer.kind === 'done') setStatus(answer.value.mirror)
  }

  async function choose(conflict: ConflictView, take: 'theirs' | 'ours') {
    setBusy(true)
    const answer = await requestChoice(conflict, take)
    await load()
    setBusy(false)
    if (answer.kind === 'done') showToast('success', MESSAGES.chosen)
    else showToast('error', answer.title ?? MESSAGES.chooseFailed, 5_000)
  }

  const loadSoon = useEffectEvent(() => {
    if (first === null) return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void load(), DEBOUNCE_MS)
  })
  useCatalogChanges(() => loadSoon())
  useEffect(() => () => clearTimeout(timer.current), [])

  return { status, busy, choose: (conflict, take) => void choose(conflict, take) }
}
