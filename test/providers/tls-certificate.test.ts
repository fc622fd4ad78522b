import type { AddressInfo } from 'node:net'
import { createServer } from 'node:tls'
import { expect, test } from 'vitest'
import { certificateOf } from '#providers/certificate/tls-certificate.ts'
import { selfSignedCertificate } from '#test/fakes/self-signed-certificate.ts'

test('the expiry of the certificate is read, even of one that browsers refuse', async () => {
  const server = createServer(selfSignedCertificate(), (socket) => void socket.on('error', () => {}))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const address = `https://127.0.0.1:${port}`
  expect(await certificateOf(address)?.readEnd()).toBe(Date.UTC(2120, 0, 1))
  await new Promise((resolve) => server.close(resolve))
  expect(await certificateOf(address)?.readEnd()).toBeNull()
})

test('an address without https has no certificate', () => {
  expect(certificateOf('http://shop.example')).toBeNull()
})
