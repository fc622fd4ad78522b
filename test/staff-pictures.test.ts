import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DiskImages } from '#providers/images/disk-images.ts'
import type { StaffPicture } from '#web/admin/dashboard/staff-product.ts'
import { describeOnEachDatabase } from './each-database.ts'
import { serveShop, type ServedShop } from './serve-shop.ts'
import { openTestShop } from './test-shop.ts'

const ADA = { email: 'ada@redemption.example', password: 'wears red' }
const workerFile = join(import.meta.dirname, '../providers/images/picture-worker.ts')

describeOnEachDatabase('Uploading pictures', (open) => {
  let folder: string
  let images: DiskImages
  let served: ServedShop
  let headers: Record<string, string>

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redemption-uploads-'))
    images = new DiskImages({ folder, workerFile })
    const shop = await openTestShop(open())
    shop.images = images
    served = await serveShop(shop)
    await shop.identity.addMember(ADA)
    headers = { origin: served.url, 'content-type': 'application/json' }
    const answer = await fetch(`${served.url}/api/staff/sign-in`, {
      method: 'POST',
      headers,
      body: JSON.stringify(ADA),
    })
    headers = { origin: served.url, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
  })
  afterEach(async () => {
    await served.close()
    await images.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const upload = (bytes: Uint8Array<ArrayBuffer>, type = 'image/jpeg') =>
    fetch(`${served.url}/api/staff/pictures`, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: bytes,
    })
  const text = (content: string) => new TextEncoder().encode(content)

  test('what is sent can be looked at, from the address in the answer', async () => {
    const bytes = await sharp({ create: { width: 500, height: 625, channels: 3, background: '#c1121f' } })
      .png()
      .toBuffer()
    const answer = await upload(new Uint8Array(bytes), 'application/octet-stream')
    const picture = (await answer.json()) as StaffPicture
    expect([answer.status, picture.width, picture.height, picture.alt]).toEqual([201, 500, 625, ''])
    const shown = await fetch(served.url + picture.view.src)
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp'])
  }, 20_000)

  test('what only calls itself a picture is refused, and nothing of it is kept', async () => {
    const halfAPng = (
      await sharp({ create: { width: 80, height: 80, channels: 3, background: '#fff' } })
        .png()
        .toBuffer()
    ).subarray(0, 60)
    for (const bytes of [
      text('MZ this program cannot be run in DOS mode'),
      text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      text('<html><script>alert(1)</script>'),
      text(''),
      new Uint8Array(halfAPng),
    ]) {
      const answer = await upload(bytes)
      expect([answer.status, ((await answer.json()) as { type: string }).type]).toEqual([
        415,
        '/problems/not-a-picture',
      ])
    }
  }, 20_000)
})
