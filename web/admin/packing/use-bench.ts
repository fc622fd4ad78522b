import { call } from '#web/admin/call-staff-api.ts'
import {
  isComplete,
  isProductCode,
  interpretScan,
  missingUnits,
  withOneMore,
} from '#domain/packing/packing-bench.ts'
import { missingWords } from './bench-words.ts'
import { useBenchState } from './use-bench-state.ts'
import { useClaims, type HeldOrder } from './use-claims.ts'

/** The state of one bench: the open parcel, and what scans, taps and presses do. Scans are handled one by one. */
export function useBench() {
  const state = useBenchState()
  const { now, setParcel, setTracking, showMessage, inTurn } = state
  const { claim, pack, keep, putBack, heldOrder, leaveIt, ...claims } = useClaims(state)

  function packOne(position: number) {
    const open = now.current.parcel
    const item = open?.items.find((one) => one.position === position)
    if (!open || !item) return
    const { name, size, quantity } = item
    if (missingUnits(open, item) === 0) {
      return showMessage('wrong', `Too many: ${name}, ${size} is complete. Take the extra one out.`)
    }
    const next = withOneMore(open, position)
    setParcel(next)
    showMessage(
      'good',
      isComplete(next)
        ? `${name}, ${size}. That was the last item: ${next.order.isPickup ? 'mark it as ready' : 'close the parcel'}.`
        : `${name}, ${size}: ${quantity - missingUnits(next, item)} of ${quantity}. ${missingWords(next)}`,
    )
    keep()
  }

  async function handleOtherCode(code: string, canBeTracking: boolean) {
    const isPickup = now.current.parcel?.order.isPickup ?? false
    const where = isPickup ? 'order' : 'parcel'
    const answer = await call('GET /api/staff/packing/item', { query: { barcode: code } })
    const found = answer.kind === 'done' ? answer.value.item : null
    if (found)
      return showMessage(
        'wrong',
        `Wrong item: ${found.name}, ${found.size} does not belong in this ${where}.`,
      )
    if (isPickup || !canBeTracking || isProductCode(code))
      return showMessage('wrong', `Wrong item: ${code} doesn’t match any item in this ${where}.`)
    setTracking(code)
    showMessage('good', `Tracking number ${code}.`)
  }

  async function handle(code: string) {
    const open = now.current.parcel
    const meaning = interpretScan(code, open)
    switch (meaning.kind) {
      case 'slip':
        return claim(meaning.number)
      case 'no-slip':
        return showMessage('wrong', `Scan a packing slip first: ${code} is not an order number.`)
      case 'unfinished':
        return showMessage(
          'wrong',
          `Wrong slip: ${meaning.number}. ${open ? missingWords(open) : ''} Finish ${open?.number} first.`,
        )
      case 'next':
        return (await pack()) ? claim(meaning.number) : undefined
      case 'same-slip':
        if (open && isComplete(open)) return void (await pack())
        return showMessage('wrong', `This slip is already open. ${open ? missingWords(open) : ''}`)
      case 'item':
      case 'surplus':
        return packOne(meaning.position)
      case 'other':
        return handleOtherCode(code.trim(), meaning.isComplete)
    }
  }

  return {
    parcel: state.parcel,
    message: state.message,
    heldOrder,
    packed: claims.packed,
    busy: state.busy,
    carrier: claims.carrier,
    tracking: state.tracking,
    setCarrier: claims.setCarrier,
    setTracking,
    scan: (code: string) => inTurn(() => handle(code)),
    tap: packOne,
    pack: () => inTurn(async () => void (await pack())),
    takeOver: (held: HeldOrder) => inTurn(() => claim(held.number, held.since)),
    leaveIt,
    putBack: () => inTurn(putBack),
  }
}
