import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BRAND, type Brand } from '#domain/settings/brand/brand.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import { findBrandFile } from '#operations/settings/brand-files.ts'
import { saveSetting, type SettingEditor } from '#operations/settings/save-setting.ts'
import { DiskImages } from '#providers/images/disk-images.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'
import { toStaffId } from '#domain/ids.ts'

const WORKER = join(import.meta.dirname, '../../../providers/images/making/picture-worker.ts')
const ADA = { email: 'ada@redemption.example', password: 'wears red' }

describeOnEachDatabase('The files of a brand', (open) => {
  let shop: TestShop
  let folder: string
  let owner: SettingEditor

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'redemption-brand-'))
    shop = await openTestShop(open())
    await shop.identity.addMember(ADA)
    const memberId = (await shop.identity.people.list())[0]?.id ?? toStaffId('')
    owner = { memberId, permissions: ['settings.write'] }
    shop.author = { id: memberId, email: ADA.email, address: '203.0.113.7', userAgent: 'Browser' }
    shop.images = new DiskImages({ folder, workerFile: WORKER })
  })
  afterEach(async () => {
    await Promise.all([shop.images.close(), shop.drawings.close()])
    rmSync(folder, { recursive: true, force: true })
  })

  async function save(brand: Partial<Brand>): Promise<void> {
    const value = { ...BRAND.fallback, ...brand }
    expect(await saveSetting(shop, BRAND, { version: 0, value }, owner)).toMatchObject({ kind: 'saved' })
  }

  async function stored(color: string, width: number, height: number) {
    const bytes = await sharp({ create: { width, height, channels: 3, background: color } })
      .png()
      .toBuffer()
    const picture = await shop.images.store(new Blob([new Uint8Array(bytes)]).stream(), async () => {})
    if ('kind' in picture) throw new Error(picture.kind)
    return picture
  }

  async function draw(file: string, versions = { brand: 1, name: 0 }) {
    const bytes = await findBrandFile(shop, versions, file)
    if (bytes === null) return null
    const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const at = (x: number, y: number) => {
      const start = (Math.round(y * (info.height - 1)) * info.width + Math.round(x * (info.width - 1))) * 3
      return Array.from(data.subarray(start, start + 3))
    }
    return { width: info.width, height: info.height, at }
  }

  test('are made of one square picture: every size, and with room around it for phones that cut the edges', async () => {
    await save({ icon: await stored('#0000ff', 600, 600), ground: '#ffffff' })
    for (const size of [32, 180, 192, 512]) {
      const icon = await draw(`icon-${size}.png`)
      expect(icon).toMatchObject({ width: size, height: size })
      expect(icon?.at(0, 0)[2]).toBeGreaterThan(240)
      expect(icon?.at(0, 0)[0]).toBeLessThan(15)
    }
    const cut = await draw('icon-192-maskable.png')
    expect(cut?.at(0.02, 0.5)).toEqual([255, 255, 255])
    expect(cut?.at(0.5, 0.5)[0]).toBeLessThan(15)
  })

  test('without a picture have the first letter of the name, readable on the accent', async () => {
    await save({ accent: '#0b5d1e' })
    const value = { name: 'nordic row', address: '' }
    await saveSetting(shop, SHOP_IDENTITY, { version: 0, value }, owner)
    const icon = await draw('icon-512.png', { brand: 1, name: 1 })
    expect(icon?.at(0.02, 0.02)).toEqual([11, 93, 30])
    expect(icon?.at(0.5, 0.5)).toEqual([255, 255, 255]) // the diagonal of the N
  })

  test('have a link preview of the wordmark, in white where it is for a light ground, over a picture', async () => {
    const svg = '<svg viewBox="0 0 90 25"><path d="M0 0h90v25H0z" fill="#102030"/></svg>'
    await save({ card: await stored('#ff0000', 1_200, 630), wordmark: { svg, width: 90, height: 25 } })
    const card = await draw('card.jpg')
    expect(card).toMatchObject({ width: 1_200, height: 630 })
    expect(Math.min(...(card?.at(0.5, 0.5) ?? []))).toBeGreaterThan(245)
    const [red = 0, green = 255] = card?.at(0.05, 0.1) ?? []
    expect(red).toBeGreaterThan(100)
    expect(green).toBeLessThan(60)
    expect(await draw('logo.png')).toMatchObject({ height: 96, width: 346 })
  })

  test('do not exist under other names or versions, and are drawn once', async () => {
    await save({ accent: '#0b5d1e' })
    expect(await draw('icon-64.png')).toBeNull()
    expect(await draw('constructor')).toBeNull()
    expect(await draw('icon-32.png', { brand: 7, name: 0 })).toBeNull()
    const files = await Promise.all([1, 2].map(() => findBrandFile(shop, { brand: 1, name: 0 }, 'card.jpg')))
    expect(files[0]).toBe(files[1])
  })
})
