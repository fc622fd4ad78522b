import { beforeEach, expect, test } from 'vitest'
import {
  confirmSubscriber,
  recordSubscription,
  unsubscribeSubscriber,
} from '#db/newsletter/newsletter-subscribers.ts'
import { recordBounce } from '#db/mail/bounced-addresses.ts'
import { confirmReminder, recordReminder } from '#db/reminders/reminders.ts'
import { transact } from '#db/engine/transact.ts'
import { enqueue } from '#db/outbox/outbox.ts'
import { leaseTasks } from '#db/outbox/outbox-leases.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toReminderId, toSubscriberId } from '#domain/ids.ts'
import { cents } from '#domain/money.ts'
import { EVERYONE, TAKE_BACK_MS, type IssueDraft, type Segment } from '#domain/newsletter/issue.ts'
import { DROPS } from '#domain/settings/drops.ts'
import { MAIL_IDENTITY } from '#domain/settings/mail-identity.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import {
  countOfSegment,
  createIssue,
  previewIssue,
  readIssue,
  removeIssue,
  saveIssue,
  scheduleIssue,
  steerIssue,
  testIssue,
} from '#operations/newsletter/issues.ts'
import { deleteSubscriber } from '#operations/newsletter/delete-subscriber.ts'
import { sendIssues } from '#operations/newsletter/send-issues.ts'
import { bulkRoom } from '#operations/mail/bulk-pace.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import { sendReminders } from '#operations/reminders/reminders.ts'
import { applyRetention } from '#operations/upkeep/apply-retention.ts'
import { MailError } from '#providers/mail/mail-error.ts'
import { shopBeforeEach } from '#test/support/before-each.ts'
import { drop } from '#test/support/drop.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 86_400_000

describeOnEachDatabase('newsletters', (open) => {
  let shop: TestShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))

  shopBeforeEach(
    open,
    (opened) => ({ shop, product } = opened),
    hoodie({ stock: 10, sizes: [{ size: 'M', stock: 10 }] }),
  )
  beforeEach(() => shop.identity.addMember(ADA))

  async function subscribed(...names: string[]) {
    for (const name of names) {
      const id = toSubscriberId(name)
      const email = name.includes('@') ? name : `${name}@reader.example`
      await transact(shop.database, (tx) => recordSubscription(tx, { email, newId: id, now: shop.now() }))
      await confirmSubscriber(shop.database.db, { id, mailedAt: shop.now() + 1, now: shop.now() })
    }
  }

  const draftOf = (changes: Partial<IssueDraft> = {}): IssueDraft => ({
    subject: 'New pieces',
    preview: 'In all sizes',
    language: 'en',
    blocks: [
      {
        kind: 'text',
        heading: 'They are here',
        text: 'See **all** at [our shop](/shop).\n\n- one\n- two',
        picture: null,
        items: [],
      },
      { kind: 'products', heading: 'The hoodie', products: [product.id] },
    ],
    segment: EVERYONE,
    ...changes,
  })

  async function written(changes: Partial<IssueDraft> = {}) {
    const { id, version } = (await createIssue(shop, null))!
    const saved = await saveIssue(shop, { id, version, draft: draftOf(changes) })
    return saved.kind === 'changed' ? saved.issue : expect.fail(saved.kind)
  }

  async function scheduled(changes: Partial<IssueDraft> = {}) {
    const { id, version } = await written(changes)
    expect(await scheduleIssue(shop, { id, version, sendAt: null })).toMatchObject({ kind: 'changed' })
    shop.pass(TAKE_BACK_MS)
    return id
  }

  /** Everything that is due. */
  async function work() {
    for (let round = 0; round < 50; round += 1) {
      const queued = await sendIssues(shop)
      const delivered = await deliverOutbox(shop)
      if (queued + delivered === 0) return
    }
  }
  const readers = () =>
    shop.mails
      .filter(({ kind, id }) => kind === 'newsletter' && !id.includes('test'))
      .map(({ to }) => to.address.split('@')[0])
      .toSorted()
  const state = async (id: Parameters<typeof readIssue>[1]) => {
    const { state: now, counts } = (await readIssue(shop, id))!
    return { state: now, ...counts }
  }

  test('every confirmed subscriber gets it once, with a one-click link of their own and prices of that moment', async () => {
    await subscribed('ann', 'ben', 'cid', 'dee')
    await transact(shop.database, (tx) =>
      recordSubscription(tx, { email: 'eve@reader.example', newId: toSubscriberId('eve'), now: shop.now() }),
    )
    await unsubscribeSubscriber(shop.database.db, toSubscriberId('dee'), shop.now())
    const id = await scheduled()
    await saveProduct(shop, {
      id: product.id,
      version: product.version,
      draft: { ...hoodie(), price: cents(77_00) },
    })
    await work()
    expect(readers()).toEqual(['ann', 'ben', 'cid'])
    expect(await state(id)).toMatchObject({ state: 'sent', sent: 3, waiting: 0, queued: 0, failed: 0 })
    const mail = shop.mails.find(({ to }) => to.address.startsWith('ann@'))
    expect(mail).toMatchObject({ subject: 'New pieces', kind: 'newsletter' })
    expect(mail?.unsubscribe).toMatch(/^http:\/\/shop\.example\/newsletter\/unsubscribe\?token=ann\./)
    expect(mail?.text).toContain(`${product.name}: C$77.00\nhttp://shop.example/product/${product.id}`)
    expect(mail?.text).toContain('See all at our shop (http://shop.example/shop).\n\n- one\n- two')
    expect(mail?.text).toContain('Saskatoon')
    expect(mail?.text).toContain(mail?.unsubscribe)
    expect(mail?.html).toContain('<strong>all</strong>')
    expect(mail?.html).not.toMatch(/<img[^>]+(?:track|token)/)
    await work()
    expect(readers()).toHaveLength(3)
  })

  test('who leaves, or bounces, between the beginning and their turn gets nothing', async () => {
    await subscribed('ann', 'ben', 'cid')
    const id = await scheduled()
    await sendIssues(shop)
    await unsubscribeSubscriber(shop.database.db, toSubscriberId('ann'), shop.now())
    await recordBounce(shop.database.db, { address: 'ben@reader.example', words: 'unknown', now: shop.now() })
    await work()
    expect(readers()).toEqual(['cid'])
    expect(await state(id)).toMatchObject({ state: 'sent', sent: 1, left: 2 })
    expect(await countOfSegment(shop, EVERYONE)).toBe(1)
    shop.failures.length = 0
  })

  test('it is taken back before, stopped while it is sent, and goes on without sending anything twice', async () => {
    await subscribed(...Array.from({ length: 30 }, (_, at) => `r${at}`))
    const { id, version } = await written()
    await scheduleIssue(shop, { id, version, sendAt: null })
    expect(await sendIssues(shop)).toBe(0)
    expect(await steerIssue(shop, { id, to: 'draft' })).toMatchObject({
      kind: 'changed',
      issue: { state: 'draft' },
    })
    shop.pass(TAKE_BACK_MS)
    await work()
    expect(readers()).toEqual([])
    await scheduleIssue(shop, { id, version: version + 2, sendAt: shop.now() + DAY_MS })
    shop.pass(DAY_MS)
    await sendIssues(shop)
    await deliverOutbox(shop)
    const first = readers().length
    expect(first).toBeGreaterThan(0)
    expect(await steerIssue(shop, { id, to: 'stopped' })).toMatchObject({ kind: 'changed' })
    await work()
    expect(readers()).toHaveLength(first)
    expect(await state(id)).toMatchObject({ state: 'stopped', sent: first, waiting: 30 - first })
    await steerIssue(shop, { id, to: 'sending' })
    await work()
    expect(new Set(readers()).size).toBe(30)
    expect(readers()).toHaveLength(30)
    expect(await steerIssue(shop, { id, to: 'sending' })).toEqual({ kind: 'not-possible', state: 'sent' })
  })

  test('of a process that was killed after it sent, before it said so, no recipient gets a second email', async () => {
    await subscribed('ann', 'ben')
    const id = await scheduled()
    await sendIssues(shop)
    await deliverOutbox(shop)
    expect(readers()).toHaveLength(2)
    // As after a kill: the recipients are marked, the tasks are not.
    await shop.database.db
      .updateTable('outbox')
      .set({ done_at: null, leased_until: 0 })
      .where('kind', '=', 'newsletter')
      .execute()
    await work()
    expect(readers()).toHaveLength(2)
    expect(await state(id)).toMatchObject({ state: 'sent', sent: 2 })
  })

  test('nothing of a product that shoppers do not see yet is in it, nor in its preview', async () => {
    await subscribed('ann')
    const secret = await shop.catalog.add(
      hoodie({ name: 'Winter secret', publishedFrom: shop.now() + DAY_MS }),
    )
    const blocks: IssueDraft['blocks'] = [
      { kind: 'line', heading: '', text: 'Soon', picture: null, items: [] },
      { kind: 'products', heading: 'Only this', products: [secret.id] },
    ]
    const issue = await written({ blocks })
    const { html, text } = await previewIssue(shop, issue)
    expect(html + text).not.toMatch(/Winter secret|Only this/)
    await scheduleIssue(shop, { id: issue.id, version: issue.version, sendAt: shop.now() + DAY_MS })
    shop.pass(DAY_MS)
    await work()
    expect(shop.mails.at(-1)?.text).toContain('Winter secret')
  })

  test('segments go by what paid orders have, or never had, by country, and since a day', async () => {
    await subscribed(CUSTOMER.email.toLowerCase(), 'ann', 'ben')
    await desk.paid()
    const count = (changes: Partial<Segment>) => countOfSegment(shop, { ...EVERYONE, ...changes })
    expect(await count({})).toBe(3)
    expect(await count({ purchase: 'bought' })).toBe(1)
    expect(await count({ purchase: 'never' })).toBe(2)
    expect(await count({ purchase: 'bought', products: [product.id], size: 'M' })).toBe(1)
    expect(await count({ purchase: 'bought', products: [product.id], size: 'S' })).toBe(0)
    expect(await count({ purchase: 'bought', categories: [product.category] })).toBe(1)
    expect(await count({ purchase: 'bought', categories: ['Bags' as typeof product.category] })).toBe(0)
    expect(await count({ purchase: 'bought', since: shop.now() + 1 })).toBe(0)
    expect(await count({ purchase: 'never', since: shop.now() + 1 })).toBe(3)
    expect(await count({ country: CUSTOMER.country })).toBe(1)
    expect(await count({ country: 'JP' })).toBe(0)
    expect(await count({ language: 'en' })).toBe(1)
    expect(await count({ language: 'fr' })).toBe(0)
  })

  test('emails to shoppers and staff go first, and owners set how many newsletters leave in an hour', async () => {
    await subscribed(...Array.from({ length: 10 }, (_, at) => `r${at}`))
    await saveAsStaff(shop, MAIL_IDENTITY, { ...MAIL_IDENTITY.fallback, perHour: '200' })
    await scheduled()
    expect(await sendIssues(shop)).toBe(3)
    expect(await sendIssues(shop)).toBe(0)
    await transact(shop.database, (tx) =>
      enqueue(
        tx,
        [
          { kind: 'shop-alert', payload: {}, dedupeKey: 'alert' },
          { kind: 'order-confirmation', payload: {}, dedupeKey: 'confirmation' },
        ],
        shop.now(),
      ),
    )
    const leased = await leaseTasks(shop.database, shop.now(), 3)
    expect(leased.map(({ kind }) => kind)).toEqual(['order-confirmation', 'shop-alert', 'newsletter'])
    shop.pass(60_000)
    expect(await sendIssues(shop)).toBe(3)
  })

  test('who asked to be told of a drop is told while a newsletter takes all that may leave', async () => {
    await subscribed(...Array.from({ length: 10 }, (_, at) => `r${at}`))
    await saveAsStaff(shop, MAIL_IDENTITY, { ...MAIL_IDENTITY.fallback, perHour: '50' })
    const soldFrom = shop.now() + DAY_MS
    await saveAsStaff(shop, DROPS, { drops: [drop({ publicFrom: soldFrom, soldFrom })] })
    const topic = { kind: 'drop', dropId: drop().id } as const
    for (const name of ['dee', 'eve']) {
      const reminder = toReminderId(name)
      const asked = {
        newId: reminder,
        topic,
        email: `${name}@reader.example`,
        language: 'en',
        now: shop.now(),
      }
      await transact(shop.database, (tx) => recordReminder(tx, asked))
      await confirmReminder(shop.database.db, reminder, shop.now())
    }
    shop.pass(DAY_MS - TAKE_BACK_MS)
    await scheduled()
    const queued = []
    for (let round = 0; round < 4; round += 1) {
      queued.push([await sendIssues(shop), await sendIssues(shop), await sendReminders(shop)])
      shop.pass(72_000)
    }
    expect(queued).toEqual([
      [1, 0, 1],
      [0, 0, 1],
      [0, 0, 0],
      [1, 0, 0],
    ])
  })

  test('a full outbox leaves newsletters waiting, and takes reminders', async () => {
    const { database } = shop
    const fill = (from: number, to: number) =>
      transact(database, async (tx) => {
        const tasks = Array.from({ length: to - from }, (_, at) => ({
          kind: 'newsletter' as const,
          payload: {},
          dedupeKey: `newsletter:${from + at}`,
        }))
        await enqueue(tx, tasks, shop.now())
        const { room: newsletters } = await bulkRoom(tx, 'newsletter', { pace: null, now: shop.now() })
        const { room: reminders } = await bulkRoom(tx, 'drop-begins', { pace: null, now: shop.now() })
        return { newsletters, reminders }
      })
    expect(await fill(0, 10)).toEqual({ newsletters: 490, reminders: 990 })
    expect(await fill(10, 500)).toEqual({ newsletters: 0, reminders: 500 })
    expect(await fill(500, 1_100)).toEqual({ newsletters: 0, reminders: 0 })
  })

  test('an email that the mail server refuses for good is counted, and no alert is mailed for it', async () => {
    await subscribed('ann', 'ben')
    const id = await scheduled()
    const { send } = shop.mailer
    shop.mailer.send = async (mail) => {
      if (mail.to.address.startsWith('ann@')) {
        const details = { supplier: 'SMTP', kind: 'refused', concerns: 'mail', isAttempt: true } as const
        throw new MailError('too spammy', details)
      }
      await send(mail)
    }
    await work()
    expect(await state(id)).toMatchObject({ state: 'sent', sent: 1, failed: 1 })
    expect(shop.mails.map(({ kind }) => kind)).toEqual(['newsletter'])
    shop.failures.length = 0
  })

  test('a mail service that drops headers is refused, and so are a version of before, an empty subject and nobody', async () => {
    const { id, version } = await written()
    expect(await scheduleIssue(shop, { id, version, sendAt: null })).toEqual({ kind: 'nobody' })
    await subscribed('ann')
    Object.assign(shop.mailer, { dropsHeaders: true })
    expect(await scheduleIssue(shop, { id, version, sendAt: null })).toEqual({ kind: 'no-headers' })
    Object.assign(shop.mailer, { dropsHeaders: false })
    expect(await scheduleIssue(shop, { id, version: version - 1, sendAt: null })).toMatchObject({
      kind: 'changed-meanwhile',
    })
    const empty = (await createIssue(shop, null))!
    expect(await scheduleIssue(shop, { id: empty.id, version: 1, sendAt: null })).toMatchObject({
      kind: 'not-possible',
    })
    expect(await testIssue(shop, empty.id, ADA.email)).toBe(false)
    expect(await removeIssue(shop, empty.id)).toBe(true)
  })

  test('none leaves without its headers once the mail service drops them, and all leave after that', async () => {
    await subscribed('ann', 'ben')
    const id = await scheduled()
    expect(await sendIssues(shop)).toBe(2)
    Object.assign(shop.mailer, { dropsHeaders: true })
    await deliverOutbox(shop)
    expect(readers()).toEqual([])
    expect(await state(id)).toMatchObject({ state: 'sending', queued: 2 })
    shop.failures.length = 0
    Object.assign(shop.mailer, { dropsHeaders: false })
    shop.pass(DAY_MS)
    await work()
    expect(readers()).toEqual(['ann', 'ben'])
    expect(await state(id)).toMatchObject({ state: 'sent', sent: 2 })
  })

  test('a test goes to its asker only, with a link that unsubscribes nobody; a copy is a draft', async () => {
    await subscribed('ann')
    const issue = await written()
    expect(await testIssue(shop, issue.id, ADA.email)).toBe(true)
    await work()
    expect(shop.mails).toMatchObject([{ subject: '[Test] New pieces', to: { address: ADA.email } }])
    expect(shop.mails[0]).not.toHaveProperty('unsubscribe')
    const copy = await createIssue(shop, issue.id)
    expect(copy).toMatchObject({ state: 'draft', subject: 'New pieces', blocks: issue.blocks })
  })

  const copies = () =>
    shop.mails.flatMap(({ id, to }) => (id.startsWith('newsletter-') ? [to.address] : [])).toSorted()
  const traces = async () =>
    (await shop.database.db.selectFrom('outbox').select('last_error').execute()).filter(
      ({ last_error }) => last_error !== null,
    )

  test('who got a newsletter is forgotten with the subscriber, with its copies and what a mail server said', async () => {
    await subscribed('ann', 'ben', 'cid')
    await scheduled()
    await work()
    const said = { last_error: 'ann@reader.example is over quota' }
    await shop.database.db
      .updateTable('outbox')
      .set(said)
      .where('dedupe_key', 'like', '%:ann:%')
      .where('kind', '=', 'newsletter')
      .execute()
    expect(await traces()).toEqual([said])
    expect(copies()).toHaveLength(3)
    expect(await eraseCustomer(shop, { email: 'ann@reader.example', by: ADA.email })).toMatchObject({
      kind: 'erased',
      subscriptions: 1,
    })
    await work()
    expect(await traces()).toEqual([])
    expect(copies()).toEqual(['ben@reader.example', 'cid@reader.example'])
    expect(await deleteSubscriber(shop, toSubscriberId('ben'))).toBe(true)
    await work()
    expect(copies()).toEqual(['cid@reader.example'])
  })

  test('who got a newsletter is forgotten after 90 days, with its copies; how many stays', async () => {
    await subscribed('ann', 'ben')
    const id = await scheduled()
    await work()
    expect(copies()).toHaveLength(2)
    shop.pass(91 * DAY_MS)
    await applyRetention(shop)
    await work()
    expect(await shop.database.db.selectFrom('newsletter_recipients').selectAll().execute()).toEqual([])
    expect(await state(id)).toMatchObject({ state: 'sent', sent: 2 })
    expect(copies()).toEqual([])
  })

  test('a newsletter that stays stopped for 90 days is over: who got it is forgotten, and nobody else gets it', async () => {
    await subscribed(...Array.from({ length: 30 }, (_, at) => `r${at}`))
    const id = await scheduled()
    await sendIssues(shop)
    await deliverOutbox(shop)
    await steerIssue(shop, { id, to: 'stopped' })
    await work()
    const { sent } = await state(id)
    const stoppedAt = shop.now()
    shop.pass(89 * DAY_MS)
    await applyRetention(shop)
    expect(await state(id)).toMatchObject({ state: 'stopped', sent, waiting: 30 - sent! })
    shop.pass(2 * DAY_MS)
    await applyRetention(shop)
    expect(await shop.database.db.selectFrom('newsletter_recipients').selectAll().execute()).toEqual([])
    expect(await state(id)).toMatchObject({ state: 'sent', sent, waiting: 30 - sent! })
    expect((await readIssue(shop, id))?.endedAt).toBe(stoppedAt)
    expect(await steerIssue(shop, { id, to: 'sending' })).toEqual({ kind: 'not-possible', state: 'sent' })
    await work()
    expect(readers().length).toBeLessThan(30)
  })
})
