import { expect, test } from 'vitest'
import { passkeySite } from './passkey-site.ts'

test('passkeys belong to the host name of the shop, over https or on this machine', () => {
  expect(passkeySite('https://shop.example:8443')).toEqual({
    id: 'shop.example',
    origin: 'https://shop.example:8443',
  })
  expect(passkeySite('http://localhost:3000')).toEqual({ id: 'localhost', origin: 'http://localhost:3000' })
})

test.each(['http://shop.example', 'http://127.0.0.1:3000', 'https://192.0.2.7', 'https://[2001:db8::1]'])(
  'browsers accept none at %s',
  (address) => expect(passkeySite(address)).toBeNull(),
)
