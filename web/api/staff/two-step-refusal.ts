import type { Problem } from '#web/http/problem.ts'

const REFUSALS = {
  'wrong-code': { status: 401, title: 'This code is wrong. Enter the current one from your app.' },
  'used-code': { status: 401, title: 'This code was used before. Wait for the next one in your app.' },
  expired: { status: 401, title: 'This sign-in has expired. Enter your password again.' },
  'already-on': { status: 409, title: 'Two-step verification is already on. Reload the page.' },
  'is-off': { status: 409, title: 'Two-step verification is already off. Reload the page.' },
  'not-here': {
    status: 409,
    title: 'Your account is managed by another service: turn on two-step verification there.',
  },
} as const

/** A refusal around two-step verification as a problem. */
export function twoStepProblem(kind: keyof typeof REFUSALS): Problem {
  return { type: kind, ...REFUSALS[kind] }
}

/** Whether a refusal is one of these. */
export function isTwoStepRefusal(kind: string): kind is keyof typeof REFUSALS {
  return Object.hasOwn(REFUSALS, kind)
}
