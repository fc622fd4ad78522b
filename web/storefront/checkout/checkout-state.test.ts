import { expect, test } from 'vitest'
import { changeValue, NEW_VALUES } from './checkout-values.ts'
import { NEW_CHECKOUT, nextCheckoutState, type CheckoutEvent } from './checkout-state.ts'

const after = (...events: CheckoutEvent[]) => events.reduce(nextCheckoutState, NEW_CHECKOUT)

test('pressing Pay Now clears the earlier error and field errors', () => {
  const failed = after({ kind: 'pay-pressed' }, { kind: 'failed', message: 'Your card was declined.' })
  expect(failed).toEqual({
    phase: 'idle',
    error: 'Your card was declined. Nothing was charged.',
    room: null,
    isUnconfirmed: false,
    waiting: null,
    fieldErrors: {},
    payBy: null,
  })
  expect(nextCheckoutState(failed, { kind: 'pay-pressed' })).toEqual({
    phase: 'working',
    error: null,
    room: null,
    isUnconfirmed: false,
    waiting: null,
    fieldErrors: {},
    payBy: null,
  })
})

const UNSURE = "We can't tell yet whether your card was charged. Try again: you won't be charged twice."

test('every error ends with whether the shopper was charged', () => {
  const errorOf = (message: string, isUnconfirmed = false) =>
    after({ kind: 'pay-pressed' }, { kind: 'failed', message, isUnconfirmed }).error
  expect(errorOf('Your card was declined')).toBe('Your card was declined. Nothing was charged.')
  expect(errorOf('Payment not successful', true)).toBe(`Payment not successful. ${UNSURE}`)
  const told = 'Wait a minute. Nothing was charged, and press Pay Now again.'
  expect(errorOf(told)).toBe(told)
})

test('once an answer about the card is lost, no error says that nothing was charged, until it is known', () => {
  const lost: CheckoutEvent = { kind: 'failed', message: "You're offline.", isUnconfirmed: true }
  const again = [{ kind: 'pay-pressed' }, lost, { kind: 'pay-pressed' }] as const
  expect(after(...again, { kind: 'failed', message: 'No. Nothing was charged. Try again.' }).error).toBe(
    `No. ${UNSURE}`,
  )
  const known: CheckoutEvent = { kind: 'failed', message: 'Declined.', isUnconfirmed: false }
  expect(after(...again, known).error).toBe('Declined. Nothing was charged.')
  expect(after(...again, known, { kind: 'pay-pressed' }, { kind: 'failed', message: 'No.' }).error).toBe(
    'No. Nothing was charged.',
  )
})

test('a running payment is not started again', () => {
  const working = after({ kind: 'pay-pressed' })
  expect(nextCheckoutState(working, { kind: 'pay-pressed' })).toBe(working)
})

test('no state follows paid, so a late failure is never shown', () => {
  const paid = after({ kind: 'pay-pressed' }, { kind: 'paid' })
  expect(nextCheckoutState(paid, { kind: 'failed', message: 'late' })).toBe(paid)
  expect(nextCheckoutState(paid, { kind: 'pay-pressed' })).toBe(paid)
})

test('the reason for a delay is shown during a payment, and cleared at its end', () => {
  const waiting = after({ kind: 'pay-pressed' }, { kind: 'waiting', message: 'Many are ordering.' })
  expect(waiting).toMatchObject({ phase: 'working', waiting: 'Many are ordering.' })
  expect(nextCheckoutState(waiting, { kind: 'answered' })).toMatchObject({ phase: 'working', waiting: null })
  expect(nextCheckoutState(waiting, { kind: 'failed', message: 'x' })).toMatchObject({ waiting: null })
  expect(after({ kind: 'waiting', message: 'late' })).toBe(NEW_CHECKOUT)
})

test('a checkout that was not started cannot become paid', () => {
  expect(after({ kind: 'paid' })).toBe(NEW_CHECKOUT)
})

test('editing a field clears the error of that field only', () => {
  const wrong = after({ kind: 'pay-pressed' }, { kind: 'fields-wrong', fields: { email: 'a', city: 'b' } })
  expect(wrong.phase).toBe('idle')
  expect(nextCheckoutState(wrong, { kind: 'field-edited', field: 'email' }).fieldErrors).toEqual({
    city: 'b',
  })
})

test('a region is kept only in a country that has it', () => {
  const saskatoon = { ...NEW_VALUES, country: 'CA', region: 'Saskatchewan' }
  expect(changeValue(saskatoon, 'country', 'US').region).toBe('')
  expect(changeValue(saskatoon, 'country', 'FR').region).toBe('')
  expect(changeValue({ ...saskatoon, country: '' }, 'country', 'CA').region).toBe('Saskatchewan')
  expect(changeValue({ ...NEW_VALUES, country: 'FR', region: 'Bretagne' }, 'country', 'DE').region).toBe(
    'Bretagne',
  )
})

test('what is held counts down while the bank is asked or an answer was lost, not after a declined card', () => {
  const held = [{ kind: 'pay-pressed' }, { kind: 'answered', payBy: 9 }] as const
  expect(after(...held).payBy).toBe(9)
  expect(after(...held, { kind: 'failed', message: 'No answer.', isUnconfirmed: true }).payBy).toBe(9)
  expect(after(...held, { kind: 'failed', message: 'Declined.', isUnconfirmed: false }).payBy).toBeNull()
})
