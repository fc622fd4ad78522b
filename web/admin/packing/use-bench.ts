import { call } from '#web/admin/call-staff-api.ts'
import {
  isComplete,
  isProductCode,
  missingUnits,
  understoodReading,
  withOneLess,
  withOneMore,
} from '#domain/packing/packing-bench.ts'
import { missingWords, reasonOf } from './bench-words.ts'
import { useBenchState } from './use-bench-state.ts'
import { useClaims, type HeldOrder } from './use-claims.ts'
import type { Problem } from './hold-fields.tsx'
import type { Scan } from './use-scanner.ts'

/** The state of one bench: the open parcel, and what scans, taps and presses do. Scans are handled one by one. */
export function useBench() {
  const state = useBenchState()
  const { now, setParcel, setTracking, setCarrier, showMessage, inTurn } = state
  const { claim, pack, keep, putBack, reportProblem, heldOrder, leaveIt, ...claims } = useClaims(state)

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

  function takeBack(position: number) {
    const open = now.current.parcel
    const item = open?.items.find((one) => one.position === position)
    if (!open || !item) return
    const next = withOneLess(open, position)
    setParcel(next)
    showMessage('good', `One back: ${item.name}, ${item.size}. ${missingWords(next)}`)
  }

  /** The code of another item, a tracking number, or what a packer typed into a field. */
  async function handleOtherCode(
    { readings, field }: Scan,
    code: string,
    { isComplete, carrier }: { isComplete: boolean; carrier: string | null },
  ) {
    for (const barcode of readings) {
      const answer = await call('GET /api/staff/packing/item', { query: { barcode } })
      if (answer.kind === 'refused') {
        field?.putBack()
        return showMessage('wrong', `${code}: ${reasonOf(answer)}`)
      }
      const { item } = answer.value
      if (item)
        return showMessage(
          'wrong',
          `Wrong item: ${item.name}, ${item.size} does not belong in this ${where()}.`,
        )
    }
    if (carrier === null && field?.name === 'tracking') return trackWith(field.typed.trim(), carrier)
    if (carrier === null && field !== null && field.name !== 'scan') return field.putBack()
    const canBeTracking = where() === 'parcel' && (carrier !== null || isComplete)
    if (canBeTracking && !isProductCode(code)) return trackWith(code, carrier)
    showMessage('wrong', `Wrong item: ${code} doesn’t match any item in this ${where()}.`)
  }

  function where() {
    return now.current.parcel?.order.isPickup ? 'order' : 'parcel'
  }

  function trackWith(code: string, carrier: string | null) {
    setTracking(code)
    if (carrier !== null) setCarrier(carrier)
    showMessage('good', `Tracking number ${code}${carrier === null ? '' : `, ${carrier}`}.`)
  }

  async function handle(scan: Scan) {
    const open = now.current.parcel
    const { code, meaning } = understoodReading(scan.readings, open)
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
        return handleOtherCode(scan, code, meaning)
    }
  }

  return {
    parcel: state.parcel,
    message: state.message,
    heldOrder,
    packed: claims.packed,
    busy: state.busy,
    carrier: state.carrier,
    tracking: state.tracking,
    setCarrier,
    setTracking,
    scan: (scan: Scan) => inTurn(() => handle(scan)),
    tap: packOne,
    takeBack,
    pack: () => inTurn(async () => void (await pack())),
    takeOver: (held: HeldOrder) => inTurn(() => claim(held.number, held.since)),
    leaveIt,
    putBack: () => inTurn(putBack),
    reportProblem: (problem: Problem) => inTurn(async () => void (await reportProblem(problem))),
  }
}
