import { expect, test } from 'vitest'
import { resetMessage, signInMessage } from './messages.ts'

const raw = 'Something that nobody foresaw'

test.each([
  ['invalid-email', 'Invalid email address'],
  ['user-disabled', 'This account has been disabled'],
  ['user-not-found', 'No account found with this email'],
  ['wrong-password', 'Incorrect password'],
  ['auth-unavailable', 'Authentication not available - Firebase not configured'],
])('a sign-in refused with %s shows: %s', (code, message) => {
  expect(signInMessage({ code, title: raw })).toBe(message)
})

test.each([
  ['invalid-email', 'Invalid email address'],
  ['user-not-found', 'No account found with this email'],
  ['auth-unavailable', 'Authentication not available - Firebase not configured'],
])('a reset refused with %s shows: %s', (code, message) => {
  expect(resetMessage({ code, title: raw })).toBe(message)
})

test('any other refusal shows the raw message', () => {
  expect(signInMessage({ code: 'quota-exceeded', title: raw })).toBe(raw)
  expect(resetMessage({ code: 'quota-exceeded', title: raw })).toBe(raw)
})

test('a refusal without a message shows a general one', () => {
  expect(signInMessage({ code: 'unreachable', title: null })).toBe('An error occurred during login')
  expect(resetMessage({ code: 'unreachable', title: null })).toBe('Failed to send password reset email')
})
