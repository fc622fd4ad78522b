import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { StaffAnswer } from '#web/admin/call-staff-api.ts'
import { offerUndo } from '#web/admin/undo/undo-store.ts'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { showToast } from '#web/ui/toast.tsx'
import { requestDeletion, requestRestore } from './product-requests.ts'
import { MESSAGES, tableStoreMessage } from './messages.ts'

/** The list that the products are shown in. */
interface ShownList {
  /** Takes a product that was deleted or restored off the list. */
  takeOff(product: StaffProduct): void
  /** Shows the list again after an undo. */
  showAgain(): void
}

/** Deletes products, which archives them, and restores them. Each can be undone. */
export function useArchiving({ takeOff, showAgain }: ShownList) {
  const [toDelete, setToDelete] = useState<StaffProduct | null>(null)
  const [busy, setBusy] = useState(false)

  async function deleteNow(product: StaffProduct) {
    setBusy(true)
    const answer = await requestDeletion(product.id)
    flushSync(() => {
      setBusy(false)
      setToDelete(null)
    })
    const isGone = answer.kind === 'done' || answer.code === 'not-found'
    if (isGone) takeOff(product)
    if (answer.kind === 'done')
      offerUndo(MESSAGES.deleted, () => undo(requestRestore, product, MESSAGES.restored))
    else if (isGone) showToast('success', MESSAGES.deleted)
    else sayFailed(MESSAGES.deleteFailed, answer)
  }

  async function restore(product: StaffProduct) {
    setBusy(true)
    const answer = await requestRestore(product.id)
    setBusy(false)
    if (answer.kind !== 'done') return sayFailed(MESSAGES.restoreFailed, answer)
    takeOff(product)
    offerUndo(MESSAGES.restored, () => undo(requestDeletion, product, MESSAGES.deleted))
  }

  /** Sends the opposite of what was done, and shows the product again. */
  async function undo(ask: typeof requestDeletion, { id }: StaffProduct, done: string) {
    const answer = await ask(id)
    if (answer.kind !== 'done') return sayFailed(MESSAGES.undoFailed, answer)
    showAgain()
    showToast('success', done)
  }

  return { toDelete, setToDelete, busy, deleteNow, restore }
}

/** What failed, and the table store's own words when it caused the failure. */
function sayFailed(message: string, answer: StaffAnswer<null> & { kind: 'refused' }): void {
  showToast('error', message, 5_000)
  const reason = tableStoreMessage(answer)
  if (reason !== null) showToast('error', reason, 5_000)
}
