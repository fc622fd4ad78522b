import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The client's address. Behind `trustedProxies` proxies it is the X-Forwarded-For entry written by the outermost of
 * them; entries further left may be forged. A proxy on this machine is trusted without configuration, because otherwise
 * every visitor would appear to be localhost.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (typeof forwarded !== 'string') return peer
  const trusted = trustedProxies || (isLoopback(peer) ? 1 : 0)
  if (trusted === 0) return peer
  const hops = forwarded.split(',').map((hop) => withoutPort(hop.trim()))
  return hops.at(-trusted) || hops[0] || peer
}

/** Some proxies add the visitor's port, which differs with each connection: limits must not depend on it. */
function withoutPort(hop: string): string {
  const [, ofVersion6, ofVersion4] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(hop) ?? []
  return ofVersion6 ?? ofVersion4 ?? hop
}

/** Whether the request comes directly from this machine: a test or a tool, which is not limited by address. */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { 'x-forwarded-for': forwardedFor, forwarded } = request.headers
  return (
    forwardedFor === undefined && forwarded === undefined && isLoopback(request.socket.remoteAddress ?? '')
  )
}

export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/** The key of rate limits: an IPv4 address, or the /64 of one IPv6 household. */
export function limitedBy(address: string): string {
  return countedBy(address, 64)
}

/**
 * The network that a client cannot easily change: an IPv4 address, or the /48 that a provider assigns to one customer
 * and that has 65,536 household networks. For actions that cost others something, such as mails and held stock.
 */
export function networkOf(address: string): string {
  return countedBy(address, 48)
}

/** The network of an address, where it tells visitors apart; null: it is this machine. */
export function networkKnown(address: string): string | null {
  return isLoopback(address) ? null : networkOf(address)
}

function countedBy(address: string, bits: number): string {
  const [written = ''] = address.split('%')
  const version = isIP(written)
  if (version === 4) return written
  if (version === 0) return address
  const parsed = ipaddr.process(written) // an IPv4 address in IPv6 notation becomes one of IPv4
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const prefix = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${prefix.join(':')}::/${bits}`
}
