import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The address of whoever asks. Behind `trustedProxies` proxies it is the entry of X-Forwarded-For that the outermost
 * of them wrote; anything further left could have been typed by the visitor. A proxy on this machine is ours even when
 * nobody said so: without it every visitor would look like the machine itself.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: number): string {
  const peer = request.socket.remoteAddress ?? ''
  const forwarded = request.headers['x-forwarded-for']
  if (typeof forwarded !== 'string') return peer
  const trusted = trustedProxies || (isLoopback(peer) ? 1 : 0)
  if (trusted === 0) return peer
  const hops = forwarded.split(',').map((hop) => hop.trim())
  return hops.at(-trusted) || hops[0] || peer
}

/** Whether the request comes straight from this machine: a test or a tool, which address limits are not meant for. */
export function isFromThisMachine(request: IncomingMessage): boolean {
  const { 'x-forwarded-for': forwardedFor, forwarded } = request.headers
  return (
    forwardedFor === undefined && forwarded === undefined && isLoopback(request.socket.remoteAddress ?? '')
  )
}

/** Whether the address is this machine's own. */
export function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address)
}

/** What limits are counted by: an IPv4 address, or the /64 that one IPv6 household has to itself. */
export function limitedBy(address: string): string {
  return countedBy(address, 64)
}

/**
 * What a caller can leave least easily: an IPv4 address, or the /48 that a provider hands to one customer, who has
 * 65,536 households in it. For what costs other people something, such as mails and held stock.
 */
export function networkOf(address: string): string {
  return countedBy(address, 48)
}

function countedBy(address: string, bits: number): string {
  const [written = ''] = address.split('%')
  if (isIP(written) === 0) return address
  const parsed = ipaddr.process(written) // an IPv4 address in IPv6 notation becomes one of IPv4
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const kept = parsed.parts.slice(0, bits / 16).map((part) => part.toString(16))
  return `${kept.join(':')}::/${bits}`
}
