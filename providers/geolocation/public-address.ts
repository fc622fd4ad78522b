import { BlockList, isIP } from 'node:net'

/** Networks that are not on the public internet (RFC 6890). The data set assigns some of them a country. */
const NOT_PUBLIC: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
  ['::', 96],
  ['100::', 64],
  ['2001:db8::', 32],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
]

const notPublic = new BlockList()
for (const [network, prefix] of NOT_PUBLIC) {
  notPublic.addSubnet(network, prefix, isIP(network) === 4 ? 'ipv4' : 'ipv6')
}

/** An address of the public internet, in its usual notation; IPv4 in IPv6 notation becomes IPv4. */
export interface PublicAddress {
  address: string
  family: 4 | 6
}

/** Null for private, reserved and malformed addresses. */
export function publicAddress(text: string): PublicAddress | null {
  const address = text.replace(/^::ffff:(?=\d+\.)/i, '')
  const family = isIP(address)
  if ((family !== 4 && family !== 6) || address.includes('%')) return null
  if (notPublic.check(address, family === 4 ? 'ipv4' : 'ipv6')) return null
  return { address, family }
}
