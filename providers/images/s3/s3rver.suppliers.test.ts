import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { imageStoreContract } from '#providers/images/image-store.contract.ts'
import { storeSurroundings } from '#test/support/pictures/picture-store.ts'
import { S3Images } from './s3-images.ts'

/**
 * s3rver, an independent implementation of S3, in a separate process. It does not check secrets; the fake in
 * test/fakes/ does.
 */
const KEY = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER', region: 'us-east-1' }
const bucket = 'shop-pictures'
const surroundings = storeSurroundings()
const place = mkdtempSync(join(tmpdir(), 'redemption-s3rver-'))
let s3rver: ChildProcess
let images: S3Images

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

beforeAll(async () => {
  const port = String(await freePort())
  const where = ['--address', '127.0.0.1', '--port', port, '--directory', place]
  s3rver = spawn('npx', ['--yes', 's3rver@3.7.1', ...where, '--silent', '--configure-bucket', bucket], {
    detached: true,
    stdio: 'ignore',
    // Its continuation tokens use a cipher that OpenSSL 3 counts as old.
    env: { ...process.env, NODE_OPTIONS: '--openssl-legacy-provider' },
  })
  const url = `http://127.0.0.1:${port}`
  await vi.waitFor(() => fetch(url), { timeout: 110_000, interval: 250 })
  const settings = { ...KEY, bucket, address: `${url}/${bucket}`, publicUrl: null }
  images = new S3Images(settings, surroundings.options)
}, 120_000)

afterAll(async () => {
  await images.close()
  if (s3rver.pid !== undefined) process.kill(-s3rver.pid)
  surroundings.remove()
  rmSync(place, { recursive: true, force: true, maxRetries: 20 })
})

describe('s3rver', () => {
  test('takes, shows and deletes a test picture', async () => {
    expect(await images.connection.test({ email: 'owner@shop.example' })).toContain('read, and deleted')
  })

  imageStoreContract(() => images)
})
