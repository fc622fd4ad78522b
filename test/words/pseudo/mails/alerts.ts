import * as english from '#english/mails/alerts.ts'
import { pseudo } from '#test/words/pseudo/pseudo.ts'

export const {
  openOrder,
  newOrder,
  facts,
  paidTooLate,
  refundFailed,
  refundUnconfirmed,
  refundCameBack,
  refundOverdue,
  refundedElsewhere,
  disputeFacts,
  disputed,
  disputeLost,
  disputeTurned,
  overRefunded,
  attention,
} = pseudo(english)
