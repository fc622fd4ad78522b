import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestKind } from '#domain/monitoring/request-counts.ts'

/** Where orders are placed. */
export const PLACEMENTS = '/create-payment-intent'

/** An answer of the application, and how long it took. */
export interface Answered {
  kind: RequestKind
  status: number
  ms: number
}

/** Calls `onSent` when the answer to a request has been sent, but not for a client that leaves before that. */
export function onAnswer(
  request: IncomingMessage,
  response: ServerResponse,
  onSent: (answered: Answered) => void,
): void {
  const begun = performance.now()
  const kind = kindOf(request.url ?? '/')
  response.once('close', () => {
    if (!response.headersSent) return
    onSent({ kind, status: response.statusCode, ms: performance.now() - begun })
  })
}

/** By the address alone: an answer is counted before the route is known, too. */
export function kindOf(url: string): RequestKind {
  if (url.startsWith(PLACEMENTS)) return 'order'
  if (url.startsWith('/api/staff/')) return 'staff-api'
  if (url.startsWith('/api/') || url.startsWith('/webhooks/')) return 'api'
  return url === '/admin' || url.startsWith('/admin/') || url.startsWith('/admin?') ? 'staff-page' : 'page'
}
