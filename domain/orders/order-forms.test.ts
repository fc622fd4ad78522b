import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fulfilSchema, noteSchema, refundSchema } from './order-forms.ts'

const refund = (amount: string) =>
  v.safeParse(refundSchema, { version: 1, refundId: 'a-refund-1', amount, reason: '', units: [] })

test('an amount is entered in dollars and stored in cents', () => {
  for (const [typed, amount] of [
    ['50', 50_00],
    [' $50.5 ', 50_50],
    ['C$ 0,01', 1],
  ] as const) {
    expect(refund(typed).output, typed).toMatchObject({ amount })
  }
  for (const typed of ['', '0', '0.00', '-1', '1.234', '1e3', 'all', '1,000.00']) {
    expect(refund(typed).success, typed).toBe(false)
  }
})

test('a tracking link is a web address, never a script', () => {
  const link = (trackingLink: string) => v.safeParse(fulfilSchema, { version: 1, trackingLink }).success
  for (const address of ['', 'https://track.example/1']) expect(link(address), address).toBe(true)
  for (const address of ['javascript:alert(1)', 'track.example']) expect(link(address), address).toBe(false)
})

test('a note must not be empty', () => {
  expect(v.safeParse(noteSchema, { noteId: 'a-note-1', text: ' \0 ' }).success).toBe(false)
})
