import * as v from 'valibot'
import type { ChosenMails } from '#db/outbox/outbox.ts'
import { PARCEL_MAIL_KINDS } from '#domain/outbox/task-kinds.ts'

/** Tasks from before partial shipments name no shipment: their orders had one each. */
const payloadSchema = v.object({ shipment: v.optional(v.number(), 1) })

/** The shipment that a mail about a parcel is about, by the payload of its task. */
export function shipmentOf(payload: string): number {
  return v.parse(payloadSchema, JSON.parse(payload)).shipment
}

/** The mails about one shipment of an order. */
export function parcelMailsOf(shipment: number): ChosenMails {
  return { kinds: PARCEL_MAIL_KINDS, isWanted: (payload) => shipmentOf(payload) === shipment }
}
