import { randomUUID } from 'node:crypto'
import { transact } from '#db/engine/transact.ts'
import { addStoreCredit } from '#db/gift-cards/store-credit.ts'
import { cents } from '#domain/money.ts'
import { percentile } from '#scripts/robots/percentile.ts'
import type { Answer, Figure } from '#bench/question.ts'
import { onEachEngine } from '#bench/harness/each-engine.ts'
import { addOrders } from '#bench/harness/many-orders.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'
import { addProducts, openShopDatabase } from '#bench/harness/stocked-database.ts'

const TRIES = 1_000
/** At most this in 999 of 1,000 cases is the Kolmogorov-Smirnov statistic of two samples of one distribution. */
const MOST_APART = 1.949 * Math.sqrt(2 / TRIES)

interface Asked {
  email: string
  number: string
}

/** What a stranger can ask for an address or an order that may exist: where, and the form. */
const FORMS: Record<string, (of: Asked) => { path: string; form: Record<string, string>; json?: true }> = {
  'sign in': ({ email }) => ({ path: '/account/ask', form: { email } }),
  withdraw: ({ email, number }) => ({
    path: '/withdraw/confirm',
    form: { id: randomUUID(), name: 'Ada Prairie', contract: number, part: '', email },
  }),
  'store credit': ({ email }) => ({
    path: '/api/store-credit/link',
    form: { email, checkoutId: randomUUID() },
    json: true,
  }),
}

/** Do answers, or how long they take, tell a stranger whether an address or an order exists? 1,000 tries of each. */
export async function measure(): Promise<Answer> {
  buildShop()
  const engines = await onEachEngine(async (engine, url) => {
    const dataDir = temporaryFolder()
    const database = await openShopDatabase(dataDir, url)
    const products = await addProducts(database, { count: 10, stock: 600, pictures: [] })
    await addOrders(database, { count: 2 * TRIES + 10, products })
    const known = await database.db
      .selectFrom('orders')
      .select(['email', 'name', 'number'])
      .where('state', '=', 'fulfilled')
      .limit(TRIES)
      .execute()
    await transact(database, async (tx) => {
      const credit = {
        kind: 'issue',
        amount: cents(1_000),
        reason: 'Bench',
        by: 'bench',
        at: Date.now(),
      } as const
      for (const holder of known) await addStoreCredit(tx, holder, credit)
    })
    await database.close()
    if (known.length < TRIES) throw new Error(`Only ${known.length} orders`)
    const shop = await startShop({
      dataDir,
      environment: { DEMO: 'off', ...(url === undefined ? {} : { DATABASE_URL: url }) },
    })
    const asked: Record<string, Tries> = {}
    for (const [what, form] of Object.entries(FORMS)) asked[what] = await tries(shop.port, known, form)
    await shop.stop()
    return { engine, asked }
  })
  return {
    figures: engines.flatMap(({ engine, asked }) =>
      Object.entries(asked).flatMap(([what, { known, unknown, answers }]): Figure[] => {
        const about = `${engine}, ${what}:`
        return [
          { what: `${about} known, middle`, value: percentile(known, 50), unit: 'ms' },
          { what: `${about} unknown, middle`, value: percentile(unknown, 50), unit: 'ms' },
          { what: `${about} distributions apart`, value: apart(known, unknown), unit: '', most: MOST_APART },
          { what: `${about} different answers`, value: answers.length, unit: '', most: 1 },
        ]
      }),
    ),
    details: engines,
  }
}

/** Milliseconds of each answer, and the different answers without what is new in each. */
interface Tries {
  known: number[]
  unknown: number[]
  answers: string[]
}

/** Asks for what exists and for what does not in turn, which comes first by chance, each from a network of its own. */
async function tries(port: number, known: readonly Asked[], form: (typeof FORMS)[string]): Promise<Tries> {
  const took: Tries = { known: [], unknown: [], answers: [] }
  const answers = new Set<string>()
  let network = 0
  const ask = async (of: Asked, times: number[]) => {
    const { path, form: fields, json } = form(of)
    network += 1
    const headers = {
      origin: `http://localhost:${port}`,
      'sec-fetch-site': 'same-origin',
      'content-type': json ? 'application/json' : 'application/x-www-form-urlencoded',
      'x-forwarded-for': `11.${network >> 8}.${network & 255}.7`,
    }
    const body = json ? JSON.stringify(fields) : String(new URLSearchParams(fields))
    const started = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
    })
    const text = await answer.text()
    times.push(performance.now() - started)
    const told = `${answer.status} ${answer.headers.get('location') ?? ''} ${text}`
    answers.add(told.replaceAll(fields['id'] ?? 'no id', 'ID'))
  }
  for (const [at, one] of known.entries()) {
    const other = { email: `nobody.${at}@shopper.example`, number: `R-ZZZZ-${String(at).padStart(4, '0')}` }
    const both = [() => ask(one, took.known), () => ask(other, took.unknown)]
    for (const next of Math.random() < 0.5 ? both : both.toReversed()) await next()
  }
  return { ...took, answers: [...answers] }
}

/** The largest distance of two distributions: the two-sample Kolmogorov-Smirnov statistic. */
function apart(some: readonly number[], others: readonly number[]): number {
  const shareUpTo = (values: readonly number[], most: number) =>
    values.filter((value) => value <= most).length / values.length
  return Math.max(
    ...[...some, ...others].map((value) => Math.abs(shareUpTo(some, value) - shareUpTo(others, value))),
  )
}
