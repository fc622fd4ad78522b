import { amountIn } from '#domain/currency.ts'
import type { PaymentLink } from '#domain/checkout/payment-link.ts'
import type { LinkMailKind } from '#domain/outbox/task-kinds.ts'
import { paidFacts } from '#operations/order-facts.ts'
import type { Words } from '#words/languages.ts'
import type { MailContext, MailTemplate } from './alert-mails.ts'
import { mailLines } from './mail-lines.ts'

/** The mails about a payment link. */
export function linkMails(all: Words): Record<LinkMailKind, MailTemplate> {
  const words = all['mails/payment-links']
  const amountOf = (about: MailContext) => amountIn(words.LANGUAGE, linkOf(about).amount)
  return {
    'payment-link': {
      to: 'shopper',
      subject: ({ number }, _refund, about) => words.request.subject(number, amountOf(about)),
      body: (order, _refund, about) => {
        const { change } = linkOf(about)
        const amount = amountOf(about)
        return {
          heading: words.request.heading(amount),
          paragraphs: [
            words.request.changed(order.number, words.change(change.kind, change.before, change.after)),
            (order.delivery === 'pickup' ? words.request.payPickup : words.request.pay)(amount, about.payBy),
            words.request.wrong,
          ],
          lines: mailLines(order, all['mails/orders']),
          sums: [...paidFacts(order, all.totals), [words.request.toPay, amount]],
          facts: [],
        }
      },
    },
    'payment-link-closed': {
      to: 'shopper',
      subject: ({ number }) => words.closed.subject(number),
      body: (order, _refund, about) => ({
        heading: words.closed.heading,
        paragraphs: [
          linkOf(about).state === 'undone'
            ? words.closed.undone(order.number)
            : linkOf(about).state === 'void'
              ? words.closed.returned(order.number)
              : words.closed.settled(amountOf(about), order.number),
        ],
        lines: mailLines(order, all['mails/orders']),
        sums: paidFacts(order, all.totals),
        facts: [],
      }),
    },
    'balance-paid': {
      to: 'shopper',
      subject: ({ number }) => words.received.subject(number),
      body: (order, _refund, about) => ({
        heading: words.received.heading,
        paragraphs: [
          words.received.paid(amountOf(about), order.number),
          ...(order.fulfilment === 'unfulfilled' ? [words.received.sending] : []),
        ],
        lines: mailLines(order, all['mails/orders']),
        sums: paidFacts(order, all.totals),
        facts: [],
      }),
    },
    'balance-returned': {
      to: 'shopper',
      subject: ({ number }) => words.returned.subject(number),
      body: (order, _refund, about) => ({
        heading: words.returned.heading,
        paragraphs: [words.returned.returning(amountOf(about), order.number)],
        facts: [],
      }),
    },
  }
}

function linkOf({ link }: MailContext): PaymentLink {
  if (link === null) throw new Error('A mail about a payment link names none')
  return link
}
