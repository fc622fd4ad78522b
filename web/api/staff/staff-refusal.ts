import { PASSWORD_FAULTS } from '#domain/staff/new-password.ts'
import type {
  AccountRefusal,
  ChangePasswordAnswer,
  ResetRequestAnswer,
  SignInAnswer,
  WeakPassword,
} from '#providers/identity/staff-identity.ts'
import type { TooManyRequests } from '#domain/staff/staff-member.ts'
import { problem } from '#web/http/problem.ts'
import type { AuthUnavailable } from '#web/http/call-identity.ts'

type Refusal = Exclude<
  SignInAnswer | ResetRequestAnswer | ChangePasswordAnswer | AuthUnavailable,
  {
    kind: 'signed-in' | 'second-step' | 'allowed' | 'sent' | 'changed' | 'too-many-requests' | 'weak-password'
  }
>

const REFUSALS: Record<Exclude<Refusal, AccountRefusal>['kind'], { status: number; title: string }> = {
  'invalid-email': { status: 422, title: 'Invalid email address' },
  'user-disabled': { status: 403, title: 'This account has been disabled' },
  'user-not-found': { status: 401, title: 'No account found with this email' },
  'wrong-password': { status: 401, title: 'Incorrect password' },
  'auth-unavailable': { status: 503, title: 'Authentication not available - Firebase not configured' },
  'signed-out': { status: 401, title: 'Sign in first.' },
}

/** A refusal of the identity provider as a problem whose type ends in its code (spec 8). */
export function staffRefusal(
  refusal: Refusal | TooManyRequests,
  wanted: 'sign-in' | 'mail' = 'sign-in',
): Response {
  // Spec 8: otherwise the raw message.
  if (refusal.kind === 'account-refused') {
    return problem({ type: refusal.kind, status: 403, title: refusal.message })
  }
  if (refusal.kind !== 'too-many-requests') return problem({ type: refusal.kind, ...REFUSALS[refusal.kind] })
  const { kind, waitSeconds } = refusal
  const answer = problem({
    type: kind,
    status: 429,
    title:
      wanted === 'mail'
        ? `Links have already been emailed to this address: use the newest one, or wait ${inWords(waitSeconds)} and try again.`
        : `Too many attempts for this account. Wait ${inWords(waitSeconds)}, then try again.`,
  })
  answer.headers.set('retry-after', String(waitSeconds))
  return answer
}

function inWords(seconds: number): string {
  if (seconds <= 60) return seconds === 1 ? 'a second' : `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** A weak new password, as an error of its field. */
export function weakPassword(field: 'password' | 'next', { fault }: WeakPassword): Response {
  return wrongPassword(field, PASSWORD_FAULTS[fault])
}

/** What is typed into a field and refused, such as a new password, as an error of that field. */
export function wrongPassword(field: 'password' | 'next' | 'email', message: string): Response {
  const errors = [{ path: `/${field}`, message }]
  return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
}
