import type { Kysely } from 'kysely'
import { findLineStandings } from '#db/refunds/fulfilment-status.ts'
import type { Database } from '#db/schema.ts'
import { shippedUnits, type LineUnits, type Shipment } from '#domain/orders/fulfilment.ts'
import type { Order } from '#domain/orders/order.ts'
import { unitWords } from '#operations/order-facts.ts'

/** A parcel that a mail is about. `rest`: what was left to send after it. `isFirst`: nothing was sent before it. */
export interface MailedParcel {
  shipment: Shipment
  rest: LineUnits[]
  isFirst: boolean
}

/** A shipment of an order, with what follows it; null when it was undone. */
export async function findMailedParcel(
  db: Kysely<Database>,
  { id, shipments }: Order,
  number: number,
): Promise<MailedParcel | null> {
  const shipment = shipments.find((one) => one.number === number)
  if (!shipment) return null
  const later = shippedUnits(shipments.filter((one) => one.number > number))
  const rest = (await findLineStandings(db, id))
    .map(({ position, open }) => ({ position, quantity: open + (later.get(position) ?? 0) }))
    .filter(({ quantity }) => quantity > 0)
  return { shipment, rest, isFirst: shipments[0]?.number === number }
}

/** How a mail speaks of a parcel: a whole order, part of it, or the rest. `what` goes before the order number. */
export function parcelWords(
  { lines, number }: Pick<Order, 'lines' | 'number'>,
  parcel: MailedParcel | null,
): { subject: string; heading: string; what: string; after: string[] } {
  if (parcel !== null && parcel.rest.length > 0) {
    return {
      subject: `Part of your Redemption order ${number} is on its way`,
      heading: 'Part of your order is on its way',
      what: 'part of order',
      after: [`The rest follows in another parcel: ${unitWords(lines, parcel.rest).join('; ')}.`],
    }
  }
  if (parcel !== null && !parcel.isFirst) {
    return {
      subject: `The rest of your Redemption order ${number} is on its way`,
      heading: 'The rest of your order is on its way',
      what: 'the rest of order',
      after: ['This parcel completes your order.'],
    }
  }
  return {
    subject: `Your Redemption order ${number} is on its way`,
    heading: 'Your order is on its way',
    what: 'order',
    after: [],
  }
}
