import type { IncomingMessage } from 'node:http'

/**
 * The address of whoever asks. Behind `trustedProxies` proxies it is the entry of X-Forwarded-For that the outermost
 * of them wrote; anything further left could have been typed by the visitor.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  if (trustedProxies === 0) return peer
  const forwarded = request.headers['x-forwarded-for']
  const hops = typeof forwarded === 'string' ? forwarded.split(',').map((hop) => hop.trim()) : []
  return hops.at(-trustedProxies) || peer
}

/** Whether the address is this machine's own: a proxy, a test or a tool here, which address limits cannot tell apart. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}
