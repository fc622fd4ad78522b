import { randomBytes } from 'node:crypto'

/** The answer to a request: a status and the body that Stripe would send. */
export interface Reply {
  status: number
  body: object
}

export function ok(body: object): Reply {
  return { status: 200, body }
}

export function refused(status: number, type: string, message: string, code?: string): Reply {
  return { status, body: { error: { type, message, ...(code !== undefined && { code }) } } }
}

export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`
}
