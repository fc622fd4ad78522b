const MAIL_NAMES: Record<string, string> = {
  'order-notification': 'New order',
  'order-confirmation': 'Order confirmation',
  'order-fulfilled': 'Order on its way',
  'order-cancelled': 'Order cancelled',
  'order-refunded': 'Refund made',
  'refund-notice': 'Paid too late',
  'refund-alert': 'Paid too late',
  'refund-failed-alert': 'Refund failed or not confirmed',
  'refund-came-back-alert': 'Refund came back',
  'not-sent-alert': 'Refunded at the gateway, not sent',
  'dispute-alert': 'Payment disputed',
  'dispute-lost-alert': 'Dispute lost',
  'over-refunded-alert': 'More returned than received',
  'attention-alert': 'Needs attention',
  'contact-message': 'Contact message',
  'newsletter-confirm': 'Newsletter confirmation',
  'password-reset': 'Password reset',
  'given-up-alert': 'Alert about mails that failed',
  'staff-notice': 'Notice about a staff account',
  'forget-mails': 'Deletion of kept mails',
  refund: 'Refund',
}

/** What staff call a mail, or another task of the outbox, of this kind. */
export function mailName(kind: string): string {
  return MAIL_NAMES[kind] ?? kind
}
