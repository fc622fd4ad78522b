import { beforeEach, expect, test } from 'vitest'
import { recordTakesMoney } from '#db/engine/test-orders.ts'
import type { Product } from '#domain/catalog/product.ts'
import { FIT } from '#domain/settings/fit.ts'
import { SPOKEN_LANGUAGES } from '#domain/settings/languages.ts'
import { MAIL_IDENTITY } from '#domain/settings/mail-identity.ts'
import { RETURNS } from '#domain/settings/returns.ts'
import { ANSWER_MS, askHowItFits, sendFitMail } from '#operations/fit/ask-how-it-fits.ts'
import { askForReturn } from '#operations/returns/ask-for-return.ts'
import {
  countWaitingWords,
  decideFitWords,
  readFitReport,
  readFitWords,
} from '#operations/fit/moderate-fit-words.ts'
import { MAX_FIT_WORDS_LENGTH, type StaffDecision, type WordsState } from '#domain/fit/fit.ts'
import { toReturnId } from '#domain/ids.ts'
import { correctEmail } from '#operations/orders/correct-email.ts'
import { eraseCustomer } from '#operations/orders/erase-customer.ts'
import { fulfilOrder } from '#operations/orders/fulfil-order.ts'
import { refundOrder } from '#operations/refunds/refund-order.ts'
import { serveBeforeEach } from '#test/support/before-each.ts'
import { orderFor, one, PAYS } from '#test/support/buyer.ts'
import { crawler } from '#test/support/crawler.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { orderDesk, TRACKING } from '#test/support/order-desk.ts'
import { saveAsStaff } from '#test/support/rounding-shop.ts'
import type { ServedShop } from '#test/support/serve-shop.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { CUSTOMER, hoodie, type TestShop } from '#test/support/test-shop.ts'

const DAY_MS = 86_400_000

describeOnEachDatabase('How it fits', (open) => {
  let shop: TestShop
  let served: ServedShop
  let product: Product
  const desk = orderDesk(() => ({ shop, product }))

  serveBeforeEach(
    open,
    (opened) => ({ shop, served, product } = opened),
    hoodie({
      stock: 90,
      sizes: [
        { size: 'M', stock: 50 },
        { size: 'L', stock: 40 },
      ],
    }),
  )
  beforeEach(async () => {
    await shop.identity.addMember(ADA)
    await saveAsStaff(shop, RETURNS, { ...RETURNS.fallback, isOn: true, transitDays: '3' })
    await saveAsStaff(shop, FIT, { days: '7' })
  })
  const { structured } = crawler(() => served.url)

  async function sent(...order: Parameters<typeof desk.paid>) {
    const { number } = await desk.paid(...order)
    await fulfilOrder(shop, { ...(await desk.seen(number)), ...TRACKING })
    await desk.settled()
    shop.mails.length = 0
    return desk.found(number)
  }
  const of = (email: string, language = 'en') => ({
    ...orderFor([product], [one(product, 'M', 2)]),
    language,
    customer: { ...CUSTOMER, email },
  })
  /** The emails that ask, and their links by what they are called. */
  async function asked() {
    await askHowItFits(shop)
    await desk.settled()
    return shop.mails
      .splice(0)
      .flatMap(({ kind, to, subject, text, html, unsubscribe = '' }) =>
        kind === 'how-it-fits' ? [{ to: to.address, subject, text, html, unsubscribe }] : [],
      )
  }
  const linkIn = (text: string, fit: string) =>
    new RegExp(String.raw`http://shop\.example(/\S+fit=${fit})\b`).exec(text)?.[1] ?? expect.fail(text)
  const read = async (path: string) => {
    const answer = await fetch(served.url + path)
    return { status: answer.status, html: await answer.text() }
  }
  const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(served.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(form),
      redirect: 'manual',
    })
  const answers = async () =>
    (await shop.database.db.selectFrom('fit_answers').select(['size', 'fit']).orderBy('size').execute()).map(
      ({ size, fit }) => `${size} ${fit}`,
    )

  test('nobody is asked before an owner turns it on, and then once, on the day', async () => {
    await saveAsStaff(shop, FIT, FIT.fallback)
    await sent()
    shop.pass(10 * DAY_MS + 60_000)
    expect(await asked()).toEqual([])
    await saveAsStaff(shop, FIT, { days: '8' })
    expect(await asked()).toEqual([])
    shop.pass(DAY_MS)
    const [mail, ...others] = await asked()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('[TEST] How does it fit? Your order from Redemption')
    expect(mail?.text).toContain('Hoodie')
    expect(mail?.unsubscribe).toMatch(/^http:\/\/shop\.example\/fit\/leave\?token=/)
    expect(mail?.html.match(/fit=(small|true|large)"/g)).toHaveLength(3)
    expect(await asked()).toEqual([])
  })

  test('opening the link counts nothing, the button does, and it can be changed until the link ends', async () => {
    await sent()
    shop.pass(10 * DAY_MS + 60_000)
    const [mail] = await asked()
    const link = linkIn(mail!.text, 'small')
    const { html } = await read(link)
    expect(html).toMatch(/checked="" name="fit-0" value="small"|name="fit-0" checked="" value="small"/)
    expect(await answers()).toEqual([])
    const elsewhere = await post(link, { 'fit-0': 'small' }, { 'sec-fetch-site': 'cross-site' })
    expect(elsewhere.status).toBe(403)
    expect(await answers()).toEqual([])
    const stored = await post(link, { 'fit-0': 'small', 'fit-9': 'large', 'fit-x': 'small' })
    expect(await stored.text()).toContain('Your answer is stored')
    await post(link, { 'fit-0': 'small' })
    expect(await answers()).toEqual(['M small'])
    await post(link, { 'fit-0': 'huge' })
    await post(link, { 'fit-0': 'true' })
    expect(await answers()).toEqual(['M true'])
    shop.pass(ANSWER_MS)
    expect((await read(link)).status).toBe(410)
    await post(link, { 'fit-0': 'large' })
    expect(await answers()).toEqual(['M true'])
    expect((await read('/fit?token=nobody.knows')).status).toBe(404)
    expect((await post('/fit?token=nobody.knows', { 'fit-0': 'small' })).status).toBe(404)
  })

  async function speakFrench() {
    await saveAsStaff(shop, SPOKEN_LANGUAGES, { fr: true })
    await expect.poll(() => shop.languages.has('fr')).toBe(true)
  }

  test('each piece that was kept is asked for, in the language of the order', async () => {
    await speakFrench()
    const two = {
      ...orderFor([product], [one(product, 'M'), one(product, 'L')]),
      language: 'fr',
    }
    await sent(PAYS, two)
    shop.pass(10 * DAY_MS + 60_000)
    const [mail] = await asked()
    expect(mail?.subject).toBe('[ESSAI] Comment ça vous va? Votre commande chez Redemption')
    const link = linkIn(mail!.text, 'large')
    expect(link).toMatch(/^\/fr\/fit\?token=/)
    const page = await (await post(link, { 'fit-0': 'large', 'fit-1': 'true' })).text()
    expect(page).toContain('Votre réponse est enregistrée')
    expect(await answers()).toEqual(['L true', 'M large'])
  })

  test('not after a refund or a return, nor of an order that is not sent, erased, old or a test order', async () => {
    const refunded = await sent()
    const items = [{ position: 0, quantity: 2, sent: 2 }]
    await refundOrder(
      shop,
      await desk.refundOf(refunded.number, { amount: { items, shipping: false }, restock: [] }),
    )
    await desk.settled()
    await desk.paid(PAYS, of('unsent@shopper.example'))
    const erased = await sent(PAYS, of('erased@shopper.example'))
    await eraseCustomer(shop, { email: erased.customer.email, by: ADA.email })
    shop.pass(10 * DAY_MS + 60_000)
    expect(await asked()).toEqual([])
    await sent(PAYS, of('old@shopper.example'))
    shop.pass(25 * DAY_MS)
    expect(await asked()).toEqual([])
    await sent(PAYS, of('test@shopper.example'))
    await recordTakesMoney(shop.database, true)
    shop.pass(11 * DAY_MS)
    expect(await asked()).toEqual([])
    await recordTakesMoney(shop.database, false)
    expect(await asked()).toHaveLength(1)
  })

  test('who unsubscribes with one click is not asked again, nor by an email that waits', async () => {
    await sent(PAYS, of('kim@shopper.example'))
    shop.pass(10 * DAY_MS + 60_000)
    const [mail] = await asked()
    const leave = mail!.unsubscribe.replace('http://shop.example', '')
    expect((await read(leave)).html).toContain('We asked kim@shopper.example')
    const other = await sent(PAYS, of('KIM@shopper.example'))
    shop.pass(10 * DAY_MS + 60_000)
    await askHowItFits(shop)
    const clicked = await post(leave, { 'List-Unsubscribe': 'One-Click' }, { 'sec-fetch-site': 'cross-site' })
    expect(await clicked.json()).toEqual({ unsubscribed: true })
    expect((await read(leave)).html).toContain('gets no more emails')
    expect(await asked()).toEqual([])
    await sendFitMail(shop, { orderId: other.id })
    await sent(PAYS, of('kim@shopper.example'))
    shop.pass(10 * DAY_MS + 60_000)
    expect(await asked()).toEqual([])
    await eraseCustomer(shop, { email: 'kim@shopper.example', by: ADA.email })
    expect(await shop.database.db.selectFrom('fit_refusals').selectAll().execute()).toEqual([])
  })

  test('a corrected address ends the links of the former one; erasing keeps only the count', async () => {
    const order = await sent()
    shop.pass(10 * DAY_MS + 60_000)
    const [mail] = await asked()
    const link = linkIn(mail!.text, 'small')
    await post(link, { 'fit-0': 'small' })
    await correctEmail(shop, {
      ...(await desk.seen(order.number)),
      email: 'new@shopper.example',
      resend: false,
    })
    expect((await read(link)).status).toBe(404)
    await desk.settled()
    await eraseCustomer(shop, { email: 'new@shopper.example', by: ADA.email })
    expect(await answers()).toEqual(['M small'])
  })

  test('an answer stays with its piece when another one leaves the order', async () => {
    const both = { ...orderFor([product], [one(product, 'M'), one(product, 'L')]), customer: CUSTOMER }
    const order = await sent(PAYS, { ...both, language: 'en' })
    shop.pass(10 * DAY_MS + 60_000)
    const [mail] = await asked()
    const units = [{ position: 0, quantity: 1, reason: 'other' as const }]
    const wish = { wish: 'money' as const, method: '', note: '' }
    const asking = await askForReturn(shop, order, { id: toReturnId('leaves'), units, ...wish })
    expect(asking.kind).toBe('asked')
    const links = mail!.text.match(/\/fit\?\S+fit=large/g) ?? []
    expect((await read(links[1]!)).html).toMatch(/name="fit-1"[^>]*value="large"/)
    await post(links[0]!, { 'fit-0': 'small', 'fit-1': 'large' })
    expect(await answers()).toEqual(['L large'])
  })

  test('the emails keep the pace of those to many, and a handler that runs twice sends to one order once', async () => {
    await saveAsStaff(shop, MAIL_IDENTITY, { ...MAIL_IDENTITY.fallback, perHour: '50' })
    for (const name of ['a', 'b', 'c', 'd']) await sent(PAYS, of(`${name}@shopper.example`))
    shop.pass(10 * DAY_MS + 60_000)
    expect(await asked()).toHaveLength(2)
    shop.pass(72_000)
    const [again] = await Promise.all([asked(), askHowItFits(shop)])
    expect(again).toHaveLength(1)
    shop.pass(72_000)
    expect(await asked()).toHaveLength(1)
  })

  test('from five answers on the product says so: on its page, beside its size chart and for search engines', async () => {
    await speakFrench()
    const fits = ['small', 'small', 'true', 'true', 'large'] as const
    for (const at of fits.keys()) await sent(PAYS, of(`buyer-${at}@shopper.example`))
    shop.pass(10 * DAY_MS + 60_000)
    const mails = await asked()
    const page = `/product/${product.id}`
    for (const [at, fit] of fits.entries()) {
      expect((await read(page)).html).not.toContain('% say small')
      await post(linkIn(mails[at]!.text, fit), { 'fit-0': fit })
    }
    const { html } = await read(page)
    expect(html).toContain('<strong>Runs small</strong>')
    expect(html.match(/40% say small, 40% true to size, 20% large \(5 answers\)/g)).toHaveLength(3)
    const [group] = await structured(page)
    expect(group?.['additionalProperty']).toMatchObject({
      '@type': 'PropertyValue',
      name: 'How it fits',
      value: 'Runs small',
    })
    expect((await read(`/fr${page}`)).html).toContain('Taille petit')
  })

  const everyone = ['small', 'small', 'true', 'true', 'large'] as const
  /** Five answers, and the link of the first one. */
  async function answered(): Promise<string> {
    for (const at of everyone.keys()) await sent(PAYS, of(`buyer-${at}@shopper.example`))
    shop.pass(10 * DAY_MS + 60_000)
    const mails = await asked()
    for (const [at, fit] of everyone.entries()) await post(linkIn(mails[at]!.text, fit), { 'fit-0': fit })
    return linkIn(mails[0]!.text, 'small')
  }
  const list = async (state: WordsState | '' = '') => (await readFitWords(shop, state, 1)).rows
  const decide = async (decision: StaffDecision) => {
    const [one] = await list()
    return decideFitWords(shop, { ...one!, decision })
  }
  const productPage = async () => (await read(`/product/${product.id}`)).html

  test('words are on the page of the product once staff have published them, with the name by choice', async () => {
    const link = await answered()
    const [member] = await shop.identity.people.list()
    shop.author = { id: member!.id, email: ADA.email, address: '', userAgent: '' }

    const page = await (await post(link, { 'words-of': '0', words: 'Take one up. \0', named: 'yes' })).text()
    expect(page).toContain('Your words are stored')
    await post(link, { 'words-of': '0', words: 'Take one up.', named: 'yes' })
    await post(link, { 'words-of': '7', words: 'Of another piece.' })
    expect(await list('waiting')).toMatchObject([
      { words: 'Take one up.', name: 'Ada', size: 'M', fit: 'small', version: 2 },
    ])
    expect(await countWaitingWords(shop)).toBe(1)
    expect(await productPage()).not.toContain('Take one up.')
    expect(await decide('taken-down')).toMatchObject({ kind: 'words-changed' })
    const [seen] = await list()
    expect(await decide('published')).toMatchObject({ kind: 'decided' })
    expect(await decideFitWords(shop, { ...seen!, decision: 'refused' })).toMatchObject({
      kind: 'words-changed',
      found: { state: 'published' },
    })
    expect(await productPage()).toContain('Take one up.')
    expect(await productPage()).toContain('Ada, size M: Runs small')
    await post(link, { 'words-of': '0', words: 'It shrinks.' })
    expect(await productPage()).not.toContain('Take one up.')
    await decide('published')
    expect(await productPage()).toContain('<p class')
    expect(await productPage()).toContain('It shrinks.')
    expect(await productPage()).toContain('Size M: Runs small')
    await decide('taken-down')
    expect(await productPage()).not.toContain('It shrinks.')
    await post(link, { 'words-of': '0', words: ' ' })
    expect(await list()).toEqual([])
    await post(link, { 'words-of': '0', words: 'x'.repeat(900) })
    expect((await list())[0]?.words).toHaveLength(MAX_FIT_WORDS_LENGTH)
    const trail = await shop.database.db.selectFrom('audit_events').select('action').orderBy('id').execute()
    expect(trail.map(({ action }) => action).filter((action) => action.startsWith('fit-'))).toEqual([
      'fit-words-published',
      'fit-words-published',
      'fit-words-taken-down',
    ])
  })

  test('erasing a customer empties what they wrote, and keeps the count', async () => {
    const link = await answered()
    await post(link, { 'words-of': '0', words: 'Take one up.', named: 'yes' })
    await decide('published')
    const [{ order } = { order: '' }] = await list()
    const { email } = (await desk.found(order)).customer
    await eraseCustomer(shop, { email, by: ADA.email })
    await shop.changes.publish('catalogue')
    expect(await list()).toEqual([])
    const html = await productPage()
    expect(html).not.toContain('Take one up.')
    expect(html).toContain('(5 answers)')
    const texts = await shop.database.db.selectFrom('fit_answers').select(['words', 'name']).execute()
    expect(texts.every(({ words, name }) => words + name === '')).toBe(true)
  })

  test('words are taken only for a piece that was answered for', async () => {
    await sent()
    shop.pass(10 * DAY_MS + 60_000)
    const [mail] = await asked()
    await post(linkIn(mail!.text, 'small'), { 'words-of': '0', words: 'Take one up.' })
    expect(await list()).toEqual([])
  })

  test('staff see the answers beside what came back as too small or too large', async () => {
    await answered()
    const order = await sent()
    await askForReturn(shop, order, {
      id: toReturnId('too-small-return'),
      units: [{ position: 0, quantity: 1, reason: 'too-small' }],
      wish: 'money',
      method: '',
      note: '',
    })
    expect(await readFitReport(shop)).toEqual([
      {
        id: product.id,
        name: product.name,
        sizes: [{ size: 'M', answers: { small: 2, true: 2, large: 1 }, returned: { small: 1, large: 0 } }],
      },
    ])
  })

  test('the place of a customer lists their answers, deletes them, and chooses whether to be asked', async () => {
    const link = await answered()
    await post(link, { 'words-of': '0', words: 'Take one up.' })
    const [{ order } = { order: '' }] = await list()
    const { email } = (await desk.found(order)).customer
    const visitor = (await post('/account/ask', { email })).headers.getSetCookie()[0]!.split(';')[0]!
    await desk.settled()
    const digits = /\b\d{6}\b/.exec(shop.mails.at(-1)?.text ?? '')?.[0] ?? ''
    const entered = await post('/account/digits', { digits }, { cookie: visitor })
    const cookie = entered.headers.getSetCookie()[0]!.split(';')[0]!
    const place = async () => (await fetch(`${served.url}/account`, { headers: { cookie } })).text()
    expect(await place()).toContain('Take one up.')
    expect(await place()).toContain('Some days after delivery we ask')
    await post('/account/mails', { choice: 'no-fit' }, { cookie })
    expect(await place()).toContain('We do not ask how your pieces fit.')
    await post('/account/mails', { choice: 'fit' }, { cookie })
    const other = await shop.database.db
      .selectFrom('fit_answers')
      .select('id')
      .where('words', '=', '')
      .executeTakeFirstOrThrow()
    await post('/account/answers', { answer: other.id }, { cookie })
    const id = (await list())[0]!.id
    await post('/account/answers', { answer: id })
    expect(await answers()).toHaveLength(5)
    await post('/account/answers', { answer: id }, { cookie })
    expect(await answers()).toHaveLength(4)
    expect(await place()).not.toContain('Take one up.')
  })
})
