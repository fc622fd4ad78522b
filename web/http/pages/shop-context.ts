import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from 'hono'

export interface NodeBindings {
  incoming: IncomingMessage
  outgoing: ServerResponse
}

export type ShopContext = Context<{ Bindings: NodeBindings }>

export function isReading(c: ShopContext): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}
