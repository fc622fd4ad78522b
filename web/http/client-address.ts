import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'

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
  const hops = forwarded.split(',').map((hop) => hop.trim())
  return hops.at(-trusted) || hops[0] || peer
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

function countedBy(address: string, bits: number): string {
  const groups = groupsOf(address)
  if (groups === null) return address
  const [, , , , , mark, high = 0, low = 0] = groups
  const isMapped = mark === 0xff_ff && groups.slice(0, 5).every((group) => group === 0)
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  const kept = groups.slice(0, bits / 16).map((group) => group.toString(16))
  return `${kept.join(':')}::/${bits}`
}

/** The eight groups of an IPv6 address in any notation (RFC 4291, 2.2); null when it is invalid. */
function groupsOf(address: string): number[] | null {
  const [written = ''] = address.split('%')
  if (!isIPv6(written)) return null
  const hexadecimal = written.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = [], tail = []] = hexadecimal
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))))
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail]
}
