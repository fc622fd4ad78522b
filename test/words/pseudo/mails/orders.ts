import * as english from '#english/mails/orders.ts'
import { pseudo } from '#test/words/pseudo/pseudo.ts'

export const {
  seeOrder,
  deliveryAddress,
  yourNote,
  line,
  lineName,
  greeting,
  greetingWithoutName,
  testSubject,
  testOrder,
  confirmed,
  shipped,
  shippedPart,
  shippedRest,
  ready,
  duty,
  shippingMethod,
  pickupPlace,
  units,
  tracking,
  itemsChanged,
  cancelled,
  refunded,
  tooLate,
} = pseudo(english)
