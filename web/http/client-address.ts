import type { IncomingMessage } from 'node:http'

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
  if (!address.includes(':') || address.startsWith('::ffff:')) return address
  const [head = ''] = address.split('::')
  return `${head.split(':').slice(0, 4).join(':')}::/64`
}

/**
 * The network whose people are counted together when they order: an IPv4 address, or the /48 of an IPv6 address, which
 * is what one customer of a network provider may have to hand out addresses from.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  const all = [...groups, ...(tail === undefined ? [] : zeros), ...rest]
  return `${all
    .slice(0, 3)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/48`
}
