import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PAYMENT_STATES, PAYMENT_TRANSITIONS } from '#domain/checkout/payment.ts'
import { disputeMayBecome } from '#domain/refunds/dispute.ts'
import { ISSUE_TRANSITIONS } from '#domain/newsletter/issue.ts'
import { keysOf } from '#domain/record-of.ts'
import { SUBSCRIBER_TRANSITIONS, type SubscriberState } from '#domain/newsletter/newsletter.ts'
import { ORDER_STATES, ORDER_TRANSITIONS } from '#domain/orders/order.ts'
import { REFUND_STATES, REFUND_TRANSITIONS } from '#domain/refunds/refund.ts'

const DIAGRAMS = readFileSync(join(import.meta.dirname, '../../docs/states.md'), 'utf8')

/** The sorted transitions of the diagram under a heading. */
function arrowsUnder(heading: string): string[] {
  const section = DIAGRAMS.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/^ {2}([\w-]+) --> ([\w-]+)/gm)]
    .map(([, from, to]) => `${from} --> ${to}`)
    .sort()
}

function allowed<T extends string>(states: readonly T[], mayBecome: (from: T, to: T) => boolean): string[] {
  return states
    .flatMap((from) => states.filter((to) => mayBecome(from, to)).map((to) => `${from} --> ${to}`))
    .sort()
}

test('the diagram of orders shows exactly the allowed transitions', () => {
  expect(arrowsUnder('Orders')).toEqual(
    allowed(ORDER_STATES, (from, to) => ORDER_TRANSITIONS[from].includes(to)),
  )
})

test('the diagram of payments shows exactly the allowed transitions', () => {
  expect(arrowsUnder('Payments')).toEqual(
    allowed(PAYMENT_STATES, (from, to) => PAYMENT_TRANSITIONS[from].includes(to)),
  )
})

test('the diagram of refunds shows exactly the allowed transitions', () => {
  expect(arrowsUnder('Refunds')).toEqual(
    allowed(REFUND_STATES, (from, to) => REFUND_TRANSITIONS[from].includes(to)),
  )
})

test('the diagram of disputes shows exactly the allowed transitions', () => {
  expect(arrowsUnder('Disputes')).toEqual(allowed(['open', 'won', 'lost'] as const, disputeMayBecome))
})

test('the diagram of subscribers shows exactly the allowed transitions', () => {
  expect(arrowsUnder('Subscribers')).toEqual(
    allowed(Object.keys(SUBSCRIBER_TRANSITIONS) as SubscriberState[], (from, to) =>
      SUBSCRIBER_TRANSITIONS[from].includes(to),
    ),
  )
})

test('the diagram of newsletters shows exactly the allowed transitions', () => {
  expect(arrowsUnder('Newsletters')).toEqual(
    allowed(keysOf(ISSUE_TRANSITIONS), (from, to) => ISSUE_TRANSITIONS[from].includes(to)),
  )
})
