import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { findReturnFiles } from '#db/returns/return-files.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toReturnId, type ReturnId } from '#domain/ids.ts'
import type { Order } from '#domain/orders/order.ts'
import { MAX_RETURN_PHOTOS } from '#domain/returns/return-file.ts'
import { RETURNS, type ReturnsSetting } from '#domain/settings/returns.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { askForReturn, cancelOwnReturn, type ReturnRequest } from '#operations/returns/ask-for-return.ts'
import { readReturn } from '#operations/returns/read-returns.ts'
import {
  addOwnPhoto,
  addReturnLabel,
  addStaffPhoto,
  openReturnFile,
  removeOwnPhoto,
  removeReturnFile,
} from '#operations/returns/return-files.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { BY, orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { memoryImages } from '#test/support/pictures/memory-images.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { serveShop } from '#test/support/serve-shop.ts'
import { ADA, staffBrowser } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 86_400_000
const PDF = Buffer.from('%PDF-1.4\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')

describeOnEachDatabase('photos and labels of returns', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))

  shopBeforeEach(open, (opened) => ({ shop, product } = opened), hoodie({ stock: 10 }))

  beforeEach(async () => {
    shop.images = memoryImages()
    await shop.identity.addMember(ADA)
    await rules()
  })

  const rules = (changes: Partial<ReturnsSetting> = {}) =>
    saveAsStaff(shop, RETURNS, { ...RETURNS.fallback, isOn: true, ...changes })

  async function sent() {
    const { number } = await desk.paid()
    await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
    await desk.settled()
    return desk.found(number)
  }

  const wanted = (changes: Partial<ReturnRequest> = {}): ReturnRequest => ({
    id: toReturnId(randomUUID()),
    units: [{ position: 0, quantity: 1, reason: 'faulty' }],
    wish: 'money',
    method: '',
    note: '',
    ...changes,
  })

  async function asked(order: Order, request = wanted()) {
    const outcome = await askForReturn(shop, order, request)
    if (outcome.kind !== 'asked') throw new Error(`It was not asked for: ${outcome.kind}`)
    return outcome.found
  }

  const add = (order: Order, id: ReturnId, text = 'a torn seam') =>
    addOwnPhoto(shop, order, id, new Blob([text]).stream())
  async function added(...photo: Parameters<typeof add>) {
    const outcome = await add(...photo)
    if (outcome.kind !== 'added') throw new Error(`It was not added: ${outcome.kind}`)
    return outcome.file
  }
  const kinds = async ({ id }: Order) =>
    (await findReturnFiles(shop.database.db, id)).map(({ kind }) => kind).toSorted()
  const staffSees = async (order: Order) => ({ ...(await readReturn(shop, order.number))!, by: BY })

  test('a photo comes before the return that it belongs to, which staff see with it', async () => {
    const order = await sent()
    const request = wanted()
    const photo = await added(order, request.id)
    await asked(order, request)
    const { files, found } = await staffSees(order)
    expect(files).toMatchObject([{ id: photo.id, kind: 'photo', addedBy: 'shopper' }])
    const asOwner = { id: photo.id, forShopper: true }
    expect(String((await openReturnFile(shop, order, asOwner))?.content)).toBe('a torn seam')
    const other = await sent()
    expect(await openReturnFile(shop, other, asOwner)).toBe(null)
    expect(await add(other, found.id)).toEqual({ kind: 'unknown-return' })
    expect(await removeOwnPhoto(shop, other, photo.id)).toBe(false)
    expect(await removeOwnPhoto(shop, order, photo.id)).toBe(true)
    expect(await kinds(order)).toEqual([])
  })

  test('what is no picture, one too many and a photo of a return that is over are refused', async () => {
    const order = await sent()
    const one = await asked(order)
    expect(await add(order, one.id, 'not a picture')).toEqual({ kind: 'not-a-picture' })
    const outcomes = await Promise.all(
      Array.from({ length: MAX_RETURN_PHOTOS + 2 }, (_, at) => add(order, one.id, `photo ${at}`)),
    )
    expect(outcomes.filter(({ kind }) => kind === 'added')).toHaveLength(MAX_RETURN_PHOTOS)
    for (let forms = 0; forms < 2 * MAX_RETURN_PHOTOS; forms += 1) await added(order, wanted().id)
    expect(await add(order, wanted().id)).toEqual({ kind: 'too-many-photos' })
    const files = await findReturnFiles(shop.database.db, order.id)
    const photo = files.find(({ returnId }) => returnId === one.id)
    await cancelOwnReturn(shop, order, one.id)
    expect(await add(order, one.id)).toEqual({ kind: 'return-closed' })
    expect(await removeOwnPhoto(shop, order, photo!.id)).toBe(false)
  })

  test('where the rules want a photo, faulty items are free with one, and only then', async () => {
    await rules({ methods: 'Label from us: 6.95', faultyPhotos: true, days: '300' })
    const order = await sent()
    const method = 'Label from us'
    expect((await asked(order, wanted({ method }))).fee).toBe(6_95)
    const request = wanted({ method })
    await added(order, request.id)
    expect((await asked(order, request)).fee).toBe(0)
    await rules({ methods: 'Label from us: 6.95' })
    expect((await asked(await sent(), wanted({ method }))).fee).toBe(0)
  })

  test('photos by staff are for staff, and their changes are in the audit trail', async () => {
    const order = await sent()
    await asked(order)
    const { id: memberId } = await shop.database.db
      .selectFrom('staff_members')
      .select('id')
      .executeTakeFirstOrThrow()
    shop.author = { id: memberId, email: BY, address: '127.0.0.1', userAgent: '' }
    const photo = await addStaffPhoto(shop, await staffSees(order), new Blob(['the parcel']).stream())
    if (photo.kind !== 'added') throw new Error(photo.kind)
    const { id } = photo.file
    expect(await openReturnFile(shop, order, { id, forShopper: true })).toBe(null)
    expect(await openReturnFile(shop, order, { id, forShopper: false })).toMatchObject({
      kind: 'staff-photo',
    })
    expect(await removeOwnPhoto(shop, order, id)).toBe(false)
    expect(await removeReturnFile(shop, await staffSees(order), id)).toBe(true)
    expect(await removeReturnFile(shop, await staffSees(order), id)).toBe(false)
    const audited = await shop.database.db
      .selectFrom('audit_events')
      .select('action')
      .where('action', '=', 'return-changed')
      .execute()
    expect(audited).toHaveLength(2)
  })

  test('the PDF of a label is mailed as a link once the return is accepted, and a new one takes its place', async () => {
    const order = await sent()
    await asked(order, wanted({ units: [{ position: 0, quantity: 1, reason: 'too-small' }] }))
    await desk.settled()
    expect(await addReturnLabel(shop, await staffSees(order), Buffer.from('<html>'))).toEqual({
      kind: 'not-a-pdf',
    })
    for (let times = 0; times < 2; times += 1)
      expect((await addReturnLabel(shop, await staffSees(order), PDF)).kind).toBe('added')
    await desk.settled()
    expect(await kinds(order)).toEqual(['label'])
    const [label] = await findReturnFiles(shop.database.db, order.id)
    const mail = shop.mails.findLast(({ kind }) => kind === 'return-changed')
    const [link = ''] = /http\S+\/return-files\/\S+/.exec(mail?.text ?? '') ?? []
    expect(link).toContain(label?.id)
    const served = await serveShop(shop)
    try {
      const path = link.slice(link.indexOf('/api/'))
      const answer = await fetch(served.url + path)
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      expect(answer.headers.get('cache-control')).toBe('private, no-store')
      expect(Buffer.from(await answer.arrayBuffer()).equals(PDF)).toBe(true)
      expect((await fetch(served.url + path.replace(/key=./, 'key=x'))).status).toBe(404)
      expect((await fetch(`${served.url}${path.split('?')[0]}`)).status).toBe(404)
    } finally {
      await served.close()
    }
  })

  test('photos end half a year after their return, after a day without one, and with the customer’s data', async () => {
    const order = await sent()
    const one = await asked(order)
    await added(order, one.id)
    await added(order, wanted().id)
    await applyRetention(shop)
    expect(await kinds(order)).toEqual(['photo', 'photo'])
    shop.pass(DAY_MS)
    await applyRetention(shop)
    expect(await kinds(order)).toEqual(['photo'])
    await cancelOwnReturn(shop, order, one.id)
    shop.pass(179 * DAY_MS)
    await applyRetention(shop)
    expect(await kinds(order)).toEqual(['photo'])
    shop.pass(2 * DAY_MS)
    await applyRetention(shop)
    expect(await kinds(order)).toEqual([])
    await added(order, (await asked(order, wanted({ id: toReturnId(randomUUID()) }))).id)
    const { found } = await staffSees(order)
    await cancelOwnReturn(shop, order, found.id)
    expect((await eraseCustomer(shop, { email: CUSTOMER.email, by: BY })).kind).toBe('erased')
    expect(await kinds(order)).toEqual([])
  })

  test('over the wire: a photo of 80 MB and a wrong key get a clear answer, and the rest is as it was', async () => {
    const order = await sent()
    const { id } = wanted()
    const served = await serveShop(shop)
    const { own } = staffBrowser(() => served.url)
    try {
      const key = shop.signedLinks.keyFor('order', order.id)
      const at = (given: string) =>
        `${served.url}/api/orders/${order.number}/return-photos?${new URLSearchParams({ key: given, return: id })}`
      const post = (given: string, body: Uint8Array<ArrayBuffer>) =>
        fetch(at(given), { method: 'POST', headers: own(), body })
      const large = await post(key, new Uint8Array(80_000_000))
      expect(large.status).toBe(413)
      expect(await large.json()).toMatchObject({ type: '/problems/too-many-bytes' })
      expect((await post('wrong', Buffer.from('a seam'))).status).toBe(404)
      expect(await kinds(order)).toEqual([])
      const taken = await post(key, Buffer.from('a seam'))
      expect(taken.status).toBe(201)
      const { id: photo } = (await taken.json()) as { id: string }
      const path = `${served.url}/api/orders/${order.number}/return-files/${photo}`
      expect((await fetch(`${path}?key=wrong`)).status).toBe(404)
      const shown = await fetch(`${path}?key=${encodeURIComponent(key)}`)
      expect(shown.headers.get('content-type')).toBe('image/webp')
      expect(await shown.text()).toBe('a seam')
      const gone = await fetch(`${path}?key=${encodeURIComponent(key)}`, { method: 'DELETE', headers: own() })
      expect(gone.status).toBe(204)
      expect(await kinds(order)).toEqual([])
    } finally {
      await served.close()
    }
  })
})
