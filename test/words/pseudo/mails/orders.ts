import * as english from '#english/mails/orders.ts'
import { pseudo } from '#test/words/pseudo/pseudo.ts'

export const {
  seeOrder,
  deliveryAddress,
  yourNote,
  line,
  lineName,
  testSubject,
  testOrder,
  confirmed,
  shipped,
  tracking,
  cancelled,
  refunded,
  tooLate,
} = pseudo(english)
