import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SupplierError } from '#providers/supplier-error.ts'
import { startS3Server, type S3Server } from '#test/fakes/s3-server.ts'
import type { BackupStore } from './backup-store.ts'
import { openBackupStore } from './open-backup-store.ts'

let server: S3Server
let folder: string
beforeAll(async () => {
  server = await startS3Server()
  folder = mkdtempSync(join(tmpdir(), 'redemption-places-'))
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

const access = () => ({ ...server.key, addressOf: (bucket: string) => `${server.url}/${bucket}` })
const inBucket = (prefix: string) => openBackupStore(`s3://${server.bucket}${prefix}`, access())

describe.each([
  ['a folder', () => openBackupStore(join(folder, 'deep/place'), null)],
  ['a bucket', () => inBucket('')],
  ['a bucket below a prefix', () => inBucket('/shop/one/')],
])('%s as a place for backups', (_what, open) => {
  let store: BackupStore
  beforeEach(() => {
    server.objects.clear()
    store = open()
  })

  test('keeps files by name, lists those in a folder, and deletes files', async () => {
    expect(await store.list('pictures/')).toEqual([])
    await store.write('pictures/ab/one.jpg', Buffer.from('one'))
    await store.write('backups/x/manifest.json', Buffer.from('{}'))
    await store.write('backups/x/manifest.json', Buffer.from('{}'))
    expect(await store.list('pictures/')).toEqual(['pictures/ab/one.jpg'])
    expect(await store.list('backups/')).toEqual(['backups/x/manifest.json'])
    expect(Buffer.from((await store.read('pictures/ab/one.jpg')) ?? [])).toEqual(Buffer.from('one'))
    expect(await store.read('pictures/ab/two.jpg')).toBe(null)
    await store.delete('pictures/ab/one.jpg')
    await store.delete('pictures/ab/one.jpg')
    expect(await store.list('pictures/')).toEqual([])
  })

  test('lists more files than one answer of a bucket holds', async () => {
    const names = Array.from({ length: 1_050 }, (_, number) => `pictures/${String(number).padStart(4, '0')}`)
    if (server.objects.size === 0 && store.address.startsWith('s3://')) {
      const prefix = store.address.slice(`s3://${server.bucket}`.length + 1)
      for (const name of names) {
        server.objects.set(prefix === '' ? name : `${prefix}/${name}`, { body: Buffer.from(''), headers: {} })
      }
    } else await Promise.all(names.map((name) => store.write(name, Buffer.from(''))))
    expect((await store.list('pictures/')).length).toBe(1_050)
    for (const name of await store.list('pictures/')) await store.delete(name)
  })
})

test('an unusable folder is explained in plain words', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const store = openBackupStore(file, null)
  await expect(store.write('backups/x/manifest.json', Buffer.from('{}'))).rejects.toThrow(
    `${file} is not a folder.`,
  )
})

test('a refusal of the bucket is shown in the words of the bucket', async () => {
  const store = openBackupStore(`s3://${server.bucket}`, { ...access(), secretAccessKey: 'wrong' })
  const error = await store.list('backups/').catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(SupplierError)
  expect(String(error)).toContain('SignatureDoesNotMatch')
})
