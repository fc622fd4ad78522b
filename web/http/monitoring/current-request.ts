import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** The request that the running code works for. `route`: its pattern, never its address, which may hold a key. */
export interface CurrentRequest {
  id: string
  route: string | null
}

const requests = new AsyncLocalStorage<CurrentRequest>()

/** Runs the work for a request, so that log lines can name it. */
export function forRequest<T>(request: CurrentRequest, work: () => T): T {
  return requests.run(request, work)
}

/** The request that the caller works for; undefined in background work. */
export function currentRequest(): CurrentRequest | undefined {
  return requests.getStore()
}

const ID = /^[\w.-]{8,64}$/

/** The id of a request: the one that a trusted proxy has given it, else a new one. */
export function requestId({ headers }: IncomingMessage, isBehindProxy: boolean): string {
  const requestId = headers['x-request-id']
  return isBehindProxy && typeof requestId === 'string' && ID.test(requestId) ? requestId : randomId()
}

/** Sixteen hex digits. Node keeps random bytes for UUIDs, so one costs no call to the system. */
function randomId(): string {
  return randomUUID().replaceAll('-', '').slice(-16)
}
