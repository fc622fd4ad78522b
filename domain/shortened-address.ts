/**
 * A network address shortened so that its owner may recognise it but a household cannot be identified: IPv4 without the
 * last part, IPv6 to /48. Empty for an invalid address and for localhost.
 */
export function shortenedAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '')
  const four = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain)?.[1]
  if (four !== undefined) return four.startsWith('127.') ? '' : `${four}.0/24`
  if (!/^[\da-f:]+$/i.test(plain) || !plain.includes(':') || plain === '::1') return ''
  const [head = '', tail] = plain.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const all =
    tail === undefined
      ? groups
      : [...groups, ...Array<string>(Math.max(0, 8 - groups.length - after.length)).fill('0'), ...after]
  return `${all
    .slice(0, 3)
    .join(':')
    .replace(/(:0+)+$/, '')}::/48`
}
