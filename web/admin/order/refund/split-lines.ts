import type { ChosenUnits, SplitUnits } from '#domain/orders/fulfilment.ts'
import type { sendingWords } from '#web/admin/order/shipment/sending-words.ts'
import type { OrderLineView } from '#web/views/orders/order-view.ts'

/** The words for units that were sent, and for those that were not: those of a pickup are ready, or not. */
export type SentWords = Pick<ReturnType<typeof sendingWords>, 'isSent' | 'isNotSent'>

/** Units of a line that were sent, or that were not, to choose from. */
export interface SplitLine {
  key: string
  position: number
  isSent: boolean
  label: string
  /** How many can be chosen. */
  left: number
}

/**
 * A row for the units of each line that were not sent, and one for those that were. The labels say which, where an
 * order or a line has both.
 */
export function splitLines(
  lines: readonly OrderLineView[],
  { isSent, isNotSent }: SentWords,
  countsOf: (line: OrderLineView) => { left: number; leftSent: number },
): SplitLine[] {
  const isPart = lines.some(({ shipped }) => shipped > 0) && lines.some(({ open }) => open > 0)
  return lines.flatMap((line) => {
    const { position, name, size } = line
    const { left, leftSent } = countsOf(line)
    const showsWords = isPart || (leftSent > 0 && leftSent < left)
    return [
      { isSent: false, left: left - leftSent, words: isNotSent },
      { isSent: true, left: leftSent, words: isSent },
    ]
      .filter((row) => row.left > 0)
      .map(({ words, ...row }) => ({
        ...row,
        key: `${position}-${row.isSent}`,
        position,
        label: `${name}, size ${size}${showsWords ? `, ${words}` : ''}`,
      }))
  })
}

/** How many units of a row are chosen. */
export function chosenOf(units: readonly ChosenUnits[], line: SplitLine): number {
  return units.find((one) => isOf(one, line))?.quantity ?? 0
}

/** The choice with so many units of this row. */
export function withChosen(units: readonly ChosenUnits[], line: SplitLine, quantity: number): SplitUnits[] {
  const others = units.filter((one) => !isOf(one, line)).map((one) => ({ ...one, sent: one.sent ?? 0 }))
  const chosen = { position: line.position, quantity, sent: line.isSent ? quantity : 0 }
  return quantity === 0 ? others : [...others, chosen]
}

function isOf({ position, sent = 0 }: ChosenUnits, line: SplitLine): boolean {
  return position === line.position && sent > 0 === line.isSent
}
