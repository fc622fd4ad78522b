import type { Problem } from '#web/http/problem.ts'

const REFUSALS = {
  'wrong-code': { status: 401, title: 'This code is wrong. Enter the newest one from your app.' },
  expired: { status: 401, title: 'This sign-in is over. Enter your password again.' },
  'already-on': { status: 409, title: 'Two-step verification is on already. Reload the page.' },
  'is-off': { status: 409, title: 'Two-step verification is off. Reload the page.' },
  'not-here': { status: 409, title: 'Your account is at another service: turn on its second step there.' },
} as const

/** A refusal around two-step verification as a problem. */
export function twoStepProblem(kind: keyof typeof REFUSALS): Problem {
  return { type: kind, ...REFUSALS[kind] }
}

/** Whether a refusal is one of these. */
export function isTwoStepRefusal(kind: string): kind is keyof typeof REFUSALS {
  return Object.hasOwn(REFUSALS, kind)
}
