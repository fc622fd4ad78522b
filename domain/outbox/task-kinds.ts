import type { Delivery } from '#domain/orders/order.ts'
import { readyForPickup, taskNames } from '#words/en/mails/tasks.ts'

/** Alerts to the owner about irregular payments and refunds of an order. */
export const ORDER_ALERT_KINDS = [
  'refund-alert',
  'refund-failed-alert',
  'refund-came-back-alert',
  'refund-overdue-alert',
  'not-sent-alert',
  'dispute-alert',
  'dispute-lost-alert',
  'dispute-turned-alert',
  'over-refunded-alert',
  'attention-alert',
] as const
/** A mail that alerts the owner to an irregular payment or refund. Most go with an order that needs attention. */
export type OrderAlertKind = (typeof ORDER_ALERT_KINDS)[number]

/** Mails about a payment link: the request to pay, and its outcome. */
export const LINK_MAIL_KINDS = [
  'payment-link',
  'payment-link-closed',
  'balance-paid',
  'balance-returned',
] as const
/** A mail about a payment link. */
export type LinkMailKind = (typeof LINK_MAIL_KINDS)[number]

/** Mails about an order: to the owner that it was placed, to the shopper about its progress, and alerts. */
export const ORDER_MAIL_KINDS = [
  'order-notification',
  'order-confirmation',
  'order-fulfilled',
  'tracking-changed',
  'order-picked-up',
  'items-changed',
  'preorder-later',
  'order-cancelled',
  'order-refunded',
  'return-changed',
  'refund-notice',
  'over-limit-notice',
  ...LINK_MAIL_KINDS,
  ...ORDER_ALERT_KINDS,
] as const
/** A mail about an order, as an outbox task; an order's page lists these. */
export type OrderMailKind = (typeof ORDER_MAIL_KINDS)[number]

/** Mails about the parcel of an order: without a fulfilment there is nothing to say. */
export const PARCEL_MAIL_KINDS = [
  'order-fulfilled',
  'tracking-changed',
] as const satisfies readonly OrderMailKind[]

/** Whether a mail is about the parcel of an order. */
export function isParcelMail(kind: OrderMailKind): boolean {
  return (PARCEL_MAIL_KINDS as readonly OrderMailKind[]).includes(kind)
}

/** Every kind of outbox task: mails and requests to suppliers. */
export type TaskKind =
  | OrderMailKind
  | 'issue-gift-cards'
  | 'gift-card'
  | 'store-credit'
  | 'store-credit-link'
  | 'sign-in'
  | 'contact-message'
  | 'message-answer'
  | 'withdrawal'
  | 'withdrawal-receipt'
  | 'newsletter-confirm'
  | 'newsletter'
  | 'reminder-confirm'
  | 'drop-begins'
  | 'back-in-stock'
  | 'draw-entry'
  | 'draw-won'
  | 'draw-lost'
  | 'early-access'
  | 'how-it-fits'
  | 'password-reset'
  | 'staff-notice'
  | 'staff-invitation'
  | 'given-up-alert'
  | 'connection-alert'
  | 'webhook-alert'
  | 'backup-alert'
  | 'shop-alert'
  | 'lost-payment-refund'
  | 'lost-payment-notice'
  | 'lost-payment-alert'
  | 'forget-mails'
  | 'block-disputed'
  | 'content-write'
  | 'refund'

/** The mails that a shopper waits for. They go before everything else. */
export const SHOPPER_MAIL_KINDS = [
  'order-confirmation',
  'order-fulfilled',
  'tracking-changed',
  'order-picked-up',
  'items-changed',
  'preorder-later',
  'order-cancelled',
  'order-refunded',
  'return-changed',
  'refund-notice',
  'over-limit-notice',
  ...LINK_MAIL_KINDS,
  'gift-card',
  'store-credit',
  'store-credit-link',
  'sign-in',
  'message-answer',
  'withdrawal-receipt',
  'newsletter-confirm',
  'reminder-confirm',
  'draw-entry',
  'draw-won',
  'early-access',
  'lost-payment-notice',
] as const satisfies readonly TaskKind[]

/** Mails to many at once, which go after everything else, in this order. */
export const BULK_MAIL_KINDS = [
  'drop-begins',
  'back-in-stock',
  'draw-lost',
  'how-it-fits',
  'newsletter',
] as const satisfies readonly TaskKind[]

/** The tasks that send no mail. */
export const SILENT_KINDS = [
  'issue-gift-cards',
  'forget-mails',
  'block-disputed',
  'refund',
  'lost-payment-refund',
  'content-write',
  'withdrawal',
] as const satisfies readonly TaskKind[]
/** What a mail is: an outbox task that sends one, or a test of the mail service. */
export type MailKind = Exclude<TaskKind, (typeof SILENT_KINDS)[number]> | 'test'

const TASK_NAMES: Record<TaskKind, string> = taskNames

/** Whether this version of the shop knows the kind. */
export function isTaskKind(kind: string): kind is TaskKind {
  return Object.hasOwn(TASK_NAMES, kind)
}

/**
 * The display name of an outbox task. An unknown kind is shown unchanged. `delivery`: of its order, where it
 * has one.
 */
export function taskName(kind: string, delivery: Delivery = 'ship'): string {
  if (delivery === 'pickup' && kind === 'order-fulfilled') return readyForPickup
  return isTaskKind(kind) ? TASK_NAMES[kind] : kind
}
