import { expect, test } from 'vitest'
import { shortenedAddress } from './shortened-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:12:34::7', '2001:db8:12::/48'],
  ['2001:db8::7', '2001:db8::/48'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['fe80::1%eth0', 'fe80::/48'],
  ['127.0.0.1', ''],
  ['::1', ''],
  ['', ''],
  ['unknown', ''],
])('%s is shown as %s', (address, shown) => expect(shortenedAddress(address)).toBe(shown))
