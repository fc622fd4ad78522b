/** The messages of spec 8, admin login and reset, by code; otherwise the server's message is shown. */
const SIGN_IN: Record<string, string> = {
  'invalid-email': 'Invalid email address',
  'user-disabled': 'This account has been disabled',
  'user-not-found': 'No account found with this email',
  'wrong-password': 'Incorrect password',
  'auth-unavailable': 'Authentication not available - Firebase not configured',
}

const RESET: Record<string, string> = {
  'invalid-email': 'Invalid email address',
  'user-not-found': 'No account found with this email',
  'auth-unavailable': 'Authentication not available - Firebase not configured',
}

interface Refusal {
  code: string
  title: string | null
}

export function signInMessage({ code, title }: Refusal): string {
  return SIGN_IN[code] ?? title ?? 'An error occurred during login'
}

export function resetMessage({ code, title }: Refusal): string {
  return RESET[code] ?? title ?? 'Failed to send password reset email'
}
