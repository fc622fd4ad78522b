import type { Kysely } from 'kysely'
import { findLineProgress } from '#db/refunds/fulfilment-status.ts'
import type { Database } from '#db/schema.ts'
import { shippedUnits, type LineUnits, type Shipment } from '#domain/orders/fulfilment.ts'
import type { Order } from '#domain/orders/order.ts'
import { unitWords } from '#operations/order-facts.ts'
import type { Words } from '#words/languages.ts'

/** A parcel that a mail is about. `rest`: what was left to send after it. `isFirst`: nothing was sent before it. */
export interface MailedParcel {
  shipment: Shipment
  rest: LineUnits[]
  isFirst: boolean
}

/** A shipment of an order, with what is left to send after it; null when it was undone. */
export async function findMailedParcel(
  db: Kysely<Database>,
  { id, shipments }: Order,
  number: number,
): Promise<MailedParcel | null> {
  const shipment = shipments.find((one) => one.number === number)
  if (!shipment) return null
  const later = shippedUnits(shipments.filter((one) => one.number > number))
  const rest = (await findLineProgress(db, id))
    .map(({ position, open }) => ({ position, quantity: open + (later.get(position) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  return { shipment, rest, isFirst: shipments[0]?.number === number }
}

/** How an email speaks of a parcel: a whole order, part of it, or the rest. */
export function parcelWords(
  { lines, number, delivery }: Pick<Order, 'lines' | 'number' | 'delivery'>,
  parcel: MailedParcel | null,
  words: Words['mails/orders'],
): { subject: string; heading: string; sent: (number: string, carrier: string) => string; after: string[] } {
  if (delivery === 'pickup') return pickupWords({ lines, number }, parcel, words)
  if (parcel !== null && parcel.rest.length > 0) {
    const { subject, heading, sent, rest } = words.shippedPart
    return {
      subject: subject(number),
      heading,
      sent,
      after: [rest(unitWords(lines, parcel.rest, words).join('; '))],
    }
  }
  if (parcel !== null && !parcel.isFirst) {
    const { subject, heading, sent, completes } = words.shippedRest
    return { subject: subject(number), heading, sent, after: [completes] }
  }
  const { subject, heading, sent } = words.shipped
  return { subject: subject(number), heading, sent, after: [] }
}

function pickupWords(
  { lines, number }: Pick<Order, 'lines' | 'number'>,
  parcel: MailedParcel | null,
  words: Words['mails/orders'],
) {
  const { ready } = words
  if (parcel !== null && parcel.rest.length > 0) {
    return {
      subject: ready.subjectOfPart(number),
      heading: ready.headingOfPart,
      sent: ready.sentPart,
      after: [ready.rest(unitWords(lines, parcel.rest, words).join('; '))],
    }
  }
  if (parcel !== null && !parcel.isFirst) {
    const { subjectOfRest, headingOfRest, sentRest, completes } = ready
    return { subject: subjectOfRest(number), heading: headingOfRest, sent: sentRest, after: [completes] }
  }
  return { subject: ready.subject(number), heading: ready.heading, sent: ready.sent, after: [] }
}
