import * as v from 'valibot'
import type { LeasedTask } from '#db/outbox/leased-task.ts'
import { toOrderId, toRefundId, toDisputeId, toPaymentLinkId, toReturnId } from '#domain/ids.ts'
import { isTaskKind, ORDER_MAIL_KINDS, type TaskKind } from '#domain/outbox/task-kinds.ts'
import { sendSignInMail } from '#operations/accounts/sign-in.ts'
import { MAILED_RETURN_STATES } from '#domain/returns/return.ts'
import { sendBackupAlert } from '#operations/backups/send-backup-alert.ts'
import { refundLostPayment } from '#operations/checkout/payments/refund-lost-payments.ts'
import { sendLostPaymentAlert, sendLostPaymentNotice } from '#operations/mail/lost-payment-mails.ts'
import { writeContent } from '#operations/catalog/mirror/write-content.ts'
import { sendDrawMail } from '#operations/draws/send-draw-mail.ts'
import { sendEarlyLink } from '#operations/drops/early-access.ts'
import { sendFitMail } from '#operations/fit/ask-how-it-fits.ts'
import { issueSoldCards } from '#operations/gift-cards/sell-gift-cards.ts'
import { sendGiftCard } from '#operations/gift-cards/send-gift-card.ts'
import { sendCreditLink, sendStoreCredit } from '#operations/gift-cards/send-store-credit.ts'
import { sendAnswerMail } from '#operations/inbox/answer-message.ts'
import { applyWithdrawal, sendWithdrawalReceipt } from '#operations/orders/withdraw-from-contract.ts'
import { blockDisputed } from '#operations/blocks/block-list.ts'
import { sendContactMail } from '#operations/inbox/send-contact-mail.ts'
import { sendConnectionAlert } from '#operations/connections/send-connection-alert.ts'
import { sendOrderMail } from '#operations/mail/order-mails.ts'
import { sendReminderMail } from '#operations/reminders/reminders.ts'
import { sendIssueMail } from '#operations/newsletter/send-issues.ts'
import { sendNewsletterMail } from '#operations/newsletter/send-newsletter-mail.ts'
import { sendShopAlert } from '#operations/monitoring/send-shop-alert.ts'
import { refundPayment, refundSchema } from '#operations/refunds/refund-payment.ts'
import type { Shop } from '#operations/shop.ts'
import { sendInvitationMail } from '#operations/staff/send-invitation-mail.ts'
import { sendResetMail } from '#operations/staff/send-reset-mail.ts'
import { sendStaffNotice } from '#operations/staff/send-staff-notice.ts'
import { sendWebhookAlert } from '#operations/webhooks/deliver-webhooks.ts'
import { sendGivenUpAlert } from './send-given-up-alert.ts'

/** Runs one task of the outbox. It may run twice. Throws when the task should be retried. */
type TaskHandler = (shop: Shop, task: LeasedTask) => Promise<void>

const orderMailSchema = v.object({
  orderId: v.pipe(v.string(), v.transform(toOrderId)),
  refundId: v.optional(v.pipe(v.string(), v.transform(toRefundId))),
  disputeId: v.optional(v.pipe(v.string(), v.transform(toDisputeId))),
  received: v.optional(v.number()),
  returned: v.optional(v.number()),
  shipment: v.optional(v.number()),
  pickup: v.optional(v.number()),
  shipsOn: v.optional(v.string()),
  returnId: v.optional(v.pipe(v.string(), v.transform(toReturnId))),
  returnState: v.optional(v.picklist(MAILED_RETURN_STATES)),
  linkId: v.optional(v.pipe(v.string(), v.transform(toPaymentLinkId))),
  change: v.optional(v.object({ before: v.string(), after: v.nullable(v.string()), refunded: v.number() })),
  /** The id of the mail, for kinds that an order may get more than once. */
  id: v.optional(v.string()),
})

const orderMail: TaskHandler = (shop, { kind, payload }) =>
  sendOrderMail(shop, v.parse(v.picklist(ORDER_MAIL_KINDS), kind), v.parse(orderMailSchema, payload))

const mailCopiesSchema = v.object({ mails: v.array(v.string()) })

const HANDLERS: Record<TaskKind, TaskHandler> = {
  'order-notification': orderMail,
  'order-confirmation': orderMail,
  'order-fulfilled': orderMail,
  'tracking-changed': orderMail,
  'order-picked-up': orderMail,
  'items-changed': orderMail,
  'preorder-later': orderMail,
  'order-cancelled': orderMail,
  'order-refunded': orderMail,
  'return-changed': orderMail,
  'refund-notice': orderMail,
  'over-limit-notice': orderMail,
  'payment-link': orderMail,
  'payment-link-closed': orderMail,
  'balance-paid': orderMail,
  'balance-returned': orderMail,
  'refund-alert': orderMail,
  'refund-failed-alert': orderMail,
  'refund-came-back-alert': orderMail,
  'refund-overdue-alert': orderMail,
  'not-sent-alert': orderMail,
  'dispute-alert': orderMail,
  'dispute-lost-alert': orderMail,
  'dispute-turned-alert': orderMail,
  'over-refunded-alert': orderMail,
  'attention-alert': orderMail,
  'issue-gift-cards': (shop, { payload }) => issueSoldCards(shop, payload),
  'gift-card': (shop, { payload }) => sendGiftCard(shop, payload),
  'store-credit': (shop, { payload }) => sendStoreCredit(shop, payload),
  'store-credit-link': (shop, { payload }) => sendCreditLink(shop, payload),
  'sign-in': (shop, { payload }) => sendSignInMail(shop, payload),
  'contact-message': (shop, { payload }) => sendContactMail(shop, payload),
  'message-answer': (shop, { payload }) => sendAnswerMail(shop, payload),
  withdrawal: (shop, { payload }) => applyWithdrawal(shop, payload),
  'withdrawal-receipt': (shop, { payload }) => sendWithdrawalReceipt(shop, payload),
  'newsletter-confirm': (shop, { payload }) => sendNewsletterMail(shop, payload),
  newsletter: (shop, { payload }) => sendIssueMail(shop, payload),
  'reminder-confirm': (shop, { payload }) => sendReminderMail(shop, 'reminder-confirm', payload),
  'drop-begins': (shop, { payload }) => sendReminderMail(shop, 'drop-begins', payload),
  'back-in-stock': (shop, { payload }) => sendReminderMail(shop, 'back-in-stock', payload),
  'draw-entry': (shop, { payload }) => sendDrawMail(shop, 'draw-entry', payload),
  'draw-won': (shop, { payload }) => sendDrawMail(shop, 'draw-won', payload),
  'draw-lost': (shop, { payload }) => sendDrawMail(shop, 'draw-lost', payload),
  'early-access': (shop, { payload }) => sendEarlyLink(shop, payload),
  'how-it-fits': (shop, { payload }) => sendFitMail(shop, payload),
  'password-reset': (shop, { id, payload }) => sendResetMail(shop, id, payload),
  'staff-notice': (shop, { payload }) => sendStaffNotice(shop, payload),
  'staff-invitation': (shop, { payload }) => sendInvitationMail(shop, payload),
  'given-up-alert': (shop, { id }) => sendGivenUpAlert(shop, id),
  'connection-alert': (shop, { id, payload }) => sendConnectionAlert(shop, id, payload),
  'webhook-alert': (shop, { id, payload }) => sendWebhookAlert(shop, id, payload),
  'backup-alert': (shop, { id, payload }) => sendBackupAlert(shop, id, payload),
  'shop-alert': (shop, { id, payload }) => sendShopAlert(shop, id, payload),
  'lost-payment-refund': (shop, { payload }) => refundLostPayment(shop, payload),
  'lost-payment-notice': (shop, { payload }) => sendLostPaymentNotice(shop, payload),
  'lost-payment-alert': (shop, { payload }) => sendLostPaymentAlert(shop, payload),
  'forget-mails': (shop, { payload }) => shop.mailer.deleteCopies(v.parse(mailCopiesSchema, payload).mails),
  'block-disputed': (shop, { payload }) => blockDisputed(shop, payload),
  'content-write': writeContent,
  refund: (shop, { payload }) => refundPayment(shop, v.parse(refundSchema, payload)),
}

/** Runs an outbox task by its kind. Throws for a kind of another version of the shop. */
export async function runTask(shop: Shop, task: LeasedTask): Promise<void> {
  if (!isTaskKind(task.kind)) throw new Error(`The outbox has no handler for ${task.kind}`)
  await HANDLERS[task.kind](shop, task)
}
