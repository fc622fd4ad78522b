import { offerUndo } from '#web/admin/undo/undo-store.ts'
import { useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { parseCount, type CountedSize } from '#domain/catalog/stock-edit.ts'
import { requestStockChange } from '#web/admin/products/product-requests.ts'
import { MESSAGES, tableStoreMessage } from '#web/admin/products/messages.ts'
import { showToast } from '#web/ui/toast.tsx'
import type { StaffProduct } from '#web/views/catalog/staff-product.ts'
import { countIn, countSaved } from './count-words.ts'

/** What the editor saw when the input opened, so that a later change by someone else is noticed. */
interface Opened {
  typed: string
  version: number
  before: number | null
}

interface StockCountOptions {
  product: StaffProduct
  size: CountedSize
  onChanged: (product: StaffProduct) => void
}

/** One count of a product while it is changed in place: in `input`, which `button` opens. */
export function useStockCount(
  { product, size, onChanged }: StockCountOptions,
  button: RefObject<HTMLButtonElement | null>,
  input: RefObject<HTMLInputElement | null>,
) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)

  function open() {
    const before = countIn(product, size)
    flushSync(() => {
      setError(null)
      setOpened({ typed: before === null ? '' : String(before), version: product.version, before })
    })
    input.current?.select()
  }

  function close() {
    flushSync(() => setOpened(null))
    button.current?.focus({ preventScroll: true })
  }

  function fail(message: string) {
    flushSync(() => {
      setSaving(false)
      setError(message)
    })
    input.current?.focus()
  }

  async function save() {
    if (opened === null || saving) return
    const { typed, version, before } = opened
    const parsed = parseCount(typed)
    if ('error' in parsed) return fail(parsed.error)
    if (parsed.stock === before) return close()
    setSaving(true)
    const answer = await requestStockChange(product.id, { version, size, before, stock: parsed.stock })
    if (answer.kind === 'refused') {
      if (answer.code === 'changed-meanwhile' && answer.current) {
        const { current } = answer
        setOpened({ typed, version: current.version, before: countIn(current, size) })
        onChanged(current)
      }
      return fail(reasonOf(answer))
    }
    setSaving(false)
    close()
    onChanged(answer.value)
    offerUndo(countSaved(answer.value, size), () => undoCount(answer.value, before))
  }

  /** Units sold since then stay sold. */
  async function undoCount({ id, version, ...saved }: StaffProduct, stock: number | null) {
    button.current?.focus({ preventScroll: true }) // the button that was pressed is gone
    const answer = await requestStockChange(id, { version, size, before: countIn(saved, size), stock })
    if (answer.kind === 'refused') {
      if (answer.current) onChanged(answer.current)
      return void showToast('error', reasonOf(answer), 5_000)
    }
    onChanged(answer.value)
    showToast('success', MESSAGES.countUndone)
  }

  return {
    typed: opened?.typed ?? null,
    error,
    saving,
    open,
    close,
    save,
    type: (typed: string) => setOpened((before) => before && { ...before, typed }),
  }
}

type Refused = Awaited<ReturnType<typeof requestStockChange>> & { kind: 'refused' }

function reasonOf(refused: Refused): string {
  if (refused.code === 'invalid-request') return refused.fields['stock'] ?? MESSAGES.countFailed
  if (refused.code === 'changed-meanwhile') return MESSAGES.countChanged
  if (refused.code === 'signed-out') return MESSAGES.signedOut
  if (refused.code === 'not-found') return MESSAGES.gone
  return tableStoreMessage(refused) ?? MESSAGES.countFailed
}
