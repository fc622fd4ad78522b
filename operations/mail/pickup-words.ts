import type { Kysely } from 'kysely'
import { findPickups } from '#db/orders/pickups.ts'
import { findLineProgress } from '#db/refunds/fulfilment-status.ts'
import type { Database } from '#db/schema.ts'
import { openUnits, type LineUnits } from '#domain/orders/fulfilment.ts'
import type { Order } from '#domain/orders/order.ts'
import { waitingUnits, type Pickup } from '#domain/orders/pickup.ts'
import { unitWords } from '#operations/order-facts.ts'
import type { Words } from '#words/languages.ts'

/** A pickup that a mail is about. `waiting`: what was ready and stayed there. `open`: what is not ready yet. */
export interface MailedPickup {
  pickup: Pickup
  waiting: LineUnits[]
  open: LineUnits[]
  isFirst: boolean
}

/** A pickup of an order, with what is left of it; null when it was undone. */
export async function findMailedPickup(
  db: Kysely<Database>,
  order: Order,
  number = 1,
): Promise<MailedPickup | null> {
  const pickups = await findPickups(db, order.id)
  const pickup = pickups.find((one) => one.number === number)
  if (!pickup) return null
  const soFar = pickups.filter((one) => one.number <= number)
  return {
    pickup,
    waiting: waitingUnits({ ...order, pickups: soFar }),
    open: openUnits(await findLineProgress(db, order.id)),
    isFirst: pickups[0]?.number === number,
  }
}

/** How an email speaks of a pickup: of a whole order, of a part of it, or of the rest. */
export function pickedUpWords(
  { lines, number }: Pick<Order, 'lines' | 'number'>,
  mailed: MailedPickup | null,
  words: Words['mails/orders'],
): { subject: string; heading: string; paragraphs: string[] } {
  const { pickedUp } = words
  const left = mailed === null ? [] : [...mailed.waiting, ...mailed.open]
  if (mailed !== null && left.length > 0) {
    const paragraph = (units: LineUnits[], wording: (items: string) => string) =>
      units.length === 0 ? [] : [wording(unitWords(lines, units, words).join('; '))]
    return {
      subject: pickedUp.subjectOfPart(number),
      heading: pickedUp.headingOfPart,
      paragraphs: [
        pickedUp.donePart(number),
        ...paragraph(mailed.waiting, pickedUp.waiting),
        ...paragraph(mailed.open, pickedUp.rest),
      ],
    }
  }
  if (mailed !== null && !mailed.isFirst) {
    const { subjectOfRest, headingOfRest, doneRest } = pickedUp
    return { subject: subjectOfRest(number), heading: headingOfRest, paragraphs: [doneRest(number)] }
  }
  return { subject: pickedUp.subject(number), heading: pickedUp.heading, paragraphs: [pickedUp.done(number)] }
}
