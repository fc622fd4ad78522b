import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StoredFilm } from '#domain/settings/film.ts'
import { HOME_PAGE, type HomePage } from '#domain/settings/home-page.ts'
import { sweepPictures } from '#operations/catalog/sweep-pictures.ts'
import { FILM } from '#providers/images/films/film-store.contract.ts'
import { DiskImages } from '#providers/images/disk-images.ts'
import { painting } from '#providers/images/image-store.contract.ts'
import type { StaffPicture } from '#web/views/catalog/staff-product.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { storeSurroundings } from '#test/support/pictures/picture-store.ts'
import { serveShop, type ServedShop } from '#test/support/serve-shop.ts'
import { signInAda, type Ask } from '#test/support/staff-browser.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 24 * 3_600_000

describeOnEachDatabase('The picture and film of the home page', (open) => {
  let surroundings: ReturnType<typeof storeSurroundings>
  let images: DiskImages
  let shop: TestShop
  let served: ServedShop
  let ask: Ask
  let version: number

  beforeAll(() => {
    surroundings = storeSurroundings()
    images = new DiskImages(surroundings.options)
  })
  beforeEach(async () => {
    version = 0
    shop = await openTestShop(open(), { start: Date.now() })
    shop.images = images
    served = await serveShop(shop)
    ask = await signInAda(shop, served)
  })
  afterEach(() => served.close())
  afterAll(async () => {
    await images.close()
    surroundings.remove()
  })

  const page = async () => (await fetch(served.url)).text()
  const blobOf = (bytes: Uint8Array) => new Blob([Uint8Array.from(bytes)])

  async function picture(width: number, height: number): Promise<StaffPicture> {
    const bytes = await painting(width, height).jpeg().toBuffer()
    return (await (await ask('POST', '/api/staff/pictures', blobOf(bytes))).json()) as StaffPicture
  }

  async function film(): Promise<StoredFilm> {
    const answer = await ask('POST', '/api/staff/films', blobOf(FILM))
    expect(answer.status).toBe(201)
    return (await answer.json()) as StoredFilm
  }

  async function save(changes: Partial<HomePage>): Promise<Response> {
    const value = { ...HOME_PAGE.fallback, ...changes }
    const answer = await ask('PUT', '/api/staff/settings/home-page', { version, value })
    if (answer.ok) version += 1
    return answer
  }

  const stored = ({ key, width, height, placeholder }: StaffPicture) => ({ key, width, height, placeholder })

  async function refusal(answer: Response) {
    const { title, errors } = (await answer.json()) as { title: string; errors?: object[] }
    return { status: answer.status, title, ...(errors && { errors }) }
  }

  test('change nothing until they are saved, and undoing restores the first page byte for byte', async () => {
    const before = await page()
    expect(before).toContain('/hero/hero-landscape-poster.webp')
    const wide = await picture(700, 400)
    expect(await page()).toBe(before)
    expect((await save({ picture: stored(wide), alt: 'Two friends' })).status).toBe(200)
    expect(await page()).not.toBe(before)
    expect((await ask('POST', '/api/staff/settings/home-page/undo', { version, to: 0 })).status).toBe(200)
    expect(await page()).toBe(before)
  })

  test('are shown immediately: all widths, a portrait picture for portrait screens, and no button without a film', async () => {
    const [wide, upright] = [await picture(1_400, 800), await picture(500, 900)]
    await save({ picture: stored(wide), portrait: stored(upright), alt: 'Two “friends”' })
    const html = await page()
    const hero = html.slice(html.indexOf('<main'), html.indexOf('<h1'))
    expect(hero).toMatch(
      new RegExp(
        `<img[^>]* src="/pictures/${wide.key}-1280.webp" alt="Two “friends”" width="1400" height="800" loading="eager"`,
      ),
    )
    expect(hero).toContain('fetchPriority="high"')
    const sources = hero.match(/<source [^>]*>/g) ?? []
    expect(sources.map((source) => /media="([^"]+)"/.exec(source)?.[1] ?? 'any')).toEqual([
      '(orientation: portrait)',
      '(orientation: portrait)',
      'any',
      'any',
    ])
    expect(sources[0]).toContain(`/pictures/${upright.key}-480.avif 480w`)
    expect(sources[2]).toContain(`/pictures/${wide.key}-1280.avif 1280w`)
    expect(sources[2]).toContain('sizes="max(100vw, 175vh)"')
    expect(hero).not.toMatch(/<button|hero-landscape|\.mp4/)
    await save({ picture: stored(wide), alt: 'Two friends', decorative: true })
    expect(await page()).toMatch(new RegExp(`src="/pictures/${wide.key}-1280.webp" alt=""`))
  })

  test('include a film that is served whole and in part, cacheable for good, and requested only by a script', async () => {
    const [wide, moving] = [await picture(700, 400), await film()]
    await save({ picture: stored(wide), film: moving, alt: 'Two friends' })
    const html = await page()
    expect(html).toContain('aria-label="Play background video"')
    expect(html).not.toContain('<video')
    const address = `/films/${moving.key}.mp4`
    expect(html).toContain(`"film":{"src":"${address}","type":"video/mp4"}`)
    const whole = await fetch(served.url + address)
    expect([whole.status, whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([
      200,
      'video/mp4',
      'public, max-age=31536000, immutable',
    ])
    const bytes = Buffer.from(await whole.arrayBuffer())
    expect(bytes.length).toBe(FILM.length)
    const asking = (headers: Record<string, string>, method = 'GET') =>
      fetch(served.url + address, { method, headers })
    const part = await asking({ range: 'bytes=1000-1999' })
    expect([part.status, part.headers.get('content-range'), part.headers.get('content-length')]).toEqual([
      206,
      `bytes 1000-1999/${FILM.length}`,
      '1000',
    ])
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1_000, 2_000))).toBe(true)
    const rest = await asking({ range: `bytes=${FILM.length - 10}-` })
    expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, 10])
    expect((await asking({ range: `bytes=${FILM.length}-` })).status).toBe(416)
    const etag = whole.headers.get('etag') ?? ''
    expect((await asking({ 'if-none-match': etag })).status).toBe(304)
    expect((await asking({ range: 'bytes=0-9', 'if-range': '"other"' })).status).toBe(200)
    const head = await asking({}, 'HEAD')
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(FILM.length)])
    for (const other of [
      `/films/${moving.key}.webm`,
      `/films/${'0'.repeat(24)}.mp4`,
      '/films/x.mp4',
      `/films/${wide.key}.mp4`,
    ])
      expect((await fetch(served.url + other)).status, other).toBe(404)
  })

  test('include no file that browsers cannot show as a film, and the refusal says what to do', async () => {
    const cases: [Uint8Array, object][] = [
      [
        await painting(300, 200).jpeg().toBuffer(),
        { status: 415, title: 'This file is not a video we can show. Use MP4 (H.264) or WebM.' },
      ],
      [
        FILM.subarray(0, 500_000),
        { status: 422, title: 'This video is cut off or damaged. Export it again, then add the new file.' },
      ],
      [
        Buffer.alloc(8_000_001),
        {
          status: 413,
          title: 'This video is larger than 8 MB. Make it shorter or smaller, then add it again.',
        },
      ],
      [
        Buffer.from(FILM.toString('latin1').replace('avc1\0\0\0', 'hvc1\0\0\0'), 'latin1'),
        {
          status: 415,
          title:
            'This video is encoded as HEVC, which many browsers cannot show. Export it as MP4 with H.264, or as WebM.',
        },
      ],
    ]
    for (const [bytes, expected] of cases)
      expect(await refusal(await ask('POST', '/api/staff/films', blobOf(bytes)))).toEqual(expected)
  })

  test('are complete: a film and a portrait picture need a wide picture, which needs a description', async () => {
    const [wide, moving] = [await picture(700, 400), await film()]
    const errors = async (changes: Partial<HomePage>) => (await refusal(await save(changes))).errors
    expect(await errors({ film: moving })).toEqual([
      {
        path: '/value/picture',
        message: 'Add an image too: it shows until the video plays, and where videos don’t play.',
      },
    ])
    expect(await errors({ portrait: stored(wide) })).toEqual([
      { path: '/value/picture', message: 'Add an image too: the portrait one is for phones only.' },
    ])
    expect(await errors({ picture: stored(wide) })).toEqual([
      { path: '/value/alt', message: 'Say what the image shows, or tick that it is only decoration.' },
    ])
    expect((await save({ picture: stored(wide), decorative: true })).status).toBe(200)
  })

  test('are kept while an older version shows them, so that undo can restore them; an unsaved upload is not', async () => {
    const [first, second, unsaved, moving] = [
      await picture(700, 400),
      await picture(710, 400),
      await picture(720, 400),
      await film(),
    ]
    await save({ picture: stored(first), film: moving, decorative: true })
    await save({ picture: stored(second), decorative: true })
    for (let day = 0; day < 35; day += 1) {
      shop.pass(DAY_MS + 1)
      await sweepPictures(shop)
    }
    expect(await images.missing([first.key, second.key, unsaved.key, moving.key])).toEqual([unsaved.key])
    const undone = await ask('POST', '/api/staff/settings/home-page/undo', { version, to: 1 })
    expect(undone.status).toBe(200)
    expect(await page()).toContain(first.key)
    version += 1
    expect(await refusal(await save({ picture: stored(unsaved), decorative: true }))).toMatchObject({
      status: 422,
      errors: [
        {
          path: '/value/picture',
          message: 'Background image: this file is no longer stored. Upload it again.',
        },
      ],
    })
    await images.remove(second.key)
    const lost = await ask('POST', '/api/staff/settings/home-page/undo', { version, to: 2 })
    expect(await refusal(lost)).toMatchObject({
      status: 422,
      title: 'Background image: this file is no longer stored. Upload it again.',
    })
    expect(await page()).toContain(first.key)
  })

  test('do not include a film when the store keeps no films, and the field says so', async () => {
    const [wide, moving] = [await picture(700, 400), await film()]
    await save({ picture: stored(wide), film: moving, decorative: true })
    const pictures = Object.create(images, { films: { value: null } }) as DiskImages
    pictures.url = images.url.bind(images)
    pictures.widthsFor = images.widthsFor.bind(images)
    shop.images = pictures
    served.cache.clear()
    expect(await page()).toContain('"film":null')
    expect((await fetch(`${served.url}/films/${moving.key}.mp4`)).status).toBe(404)
    expect(await refusal(await ask('POST', '/api/staff/films', blobOf(FILM)))).toEqual({
      status: 409,
      title: 'The service that stores your images cannot store videos.',
    })
    expect(await (await ask('GET', '/admin/settings/home-page')).text()).toContain(
      'Videos cannot be stored at',
    )
  })
})
