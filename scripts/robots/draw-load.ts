import { setTimeout as sleep } from 'node:timers/promises'
import { DropBrowser, Pool } from './drop-browser.ts'
import { cardOf, CUSTOMER } from './robot-buyer.ts'
import { payOrder, shuffled, type RoomLoad, type RoomReport } from './room-load.ts'

/** An entry as the links of its emails open it: `token` of its page, `key` of the page where it is paid. */
export interface EntryLinks {
  id: string
  token: string
  key: string
}

/** The mailboxes of those who enter. */
export interface DrawMail {
  /** The entry that this address has just made. */
  linksOf(email: string): Promise<EntryLinks | null>
  /** Which entries have won. `isOver`: nobody else can win now. */
  won(): Promise<{ ids: ReadonlySet<string>; isOver: boolean }>
}

/** One of so many does not press the button in the email. */
const UNCONFIRMED_ONE_OF = 15
/** One of so many enters under the name of the one before, to be in twice. */
const TWICE = 20
const LOOK_MS = 1_000
/** The last one comes in so long before the draw: entering takes several steps, and a machine may be slow. */
export const LAST_ENTRY_MS = 10_000

/** Everyone enters before the draw, confirms by the link in the email, looks at the entry, and pays what it has won. */
export async function loadDraw(load: RoomLoad, mail: DrawMail, report: RoomReport): Promise<RoomReport> {
  const pools = load.ports.map((port) => new Pool(port))
  let news = await mail.won()
  const isEnded = new AbortController()
  const reading = (async () => {
    while (!isEnded.signal.aborted) {
      await sleep(LOOK_MS, null, { signal: isEnded.signal }).catch(() => {})
      news = await mail.won()
    }
  })()
  const robots = Array.from({ length: load.early + load.late }, async (_, turn) => {
    const browser = new DropBrowser(pools, turn)
    const comesIn = load.startsAt - LAST_ENTRY_MS - Math.random() * load.earlyMs - Date.now()
    await sleep(Math.max(0, comesIn), null, { signal: load.stop }).catch(() => {})
    if (load.stop?.aborted) return
    report.arrived += 1
    report.waiting += 1
    try {
      const ending = await enter(turn, browser)
      if (ending !== 'stopped') report[ending] += 1
    } catch (error) {
      if (load.stop?.aborted) return
      const words = String(error)
      report.failures[words] = (report.failures[words] ?? 0) + 1
      report.failed += 1
    } finally {
      if (!load.stop?.aborted) report.waiting -= 1
      report.serverErrors += browser.serverErrors
    }
  })

  async function enter(turn: number, browser: DropBrowser) {
    const who = turn % TWICE === 0 ? turn + 1 : turn
    const email = `visitor-${who}@bench.example`
    const [piece] = shuffled(load.pieces)
    const asked = performance.now()
    const card = load.checksCard === true ? await checkedCard(browser, load.handle, turn) : ''
    const answer = await browser.form(`/drop/${load.handle}/draw`, {
      ...(load.customer ?? CUSTOMER),
      email,
      address: `${who + 1} Broadway Avenue`,
      apartment: '',
      piece: `${piece?.productId} ${piece?.size}`,
      quantity: '1',
      card,
    })
    report.orders.push(performance.now() - asked)
    if (answer.status !== 200) throw new Error(`Entering got ${answer.status}`)
    const links = await mail.linksOf(email)
    // Two who enter under one name before either confirms have one entry: one of them is refused all the same.
    if (links === null) return turn % TWICE <= 1 ? 'refused' : 'missed'
    if (turn % UNCONFIRMED_ONE_OF === UNCONFIRMED_ONE_OF - 1) return 'left'
    const token = encodeURIComponent(links.token)
    const confirmed = await browser.form(`/draw/confirm?token=${token}`, {})
    if (/^location: .*known=/im.test(confirmed.head)) return 'refused'
    while (!news.ids.has(links.id)) {
      if (load.stop?.aborted) return 'stopped'
      if (news.isOver) return 'soldOut'
      await sleep(LOOK_MS * (1 + 4 * Math.random()), null, { signal: load.stop }).catch(() => {})
      if (news.isOver || load.stop?.aborted) continue
      const looked = performance.now()
      const { status } = await browser.get(`/draw?token=${token}`)
      report.polls.push(performance.now() - looked)
      if (status !== 200) throw new Error(`The page of an entry got ${status}`)
    }
    if (load.abandonOneOf !== undefined && turn % load.abandonOneOf === load.abandonOneOf - 1)
      return 'abandoned'
    const asking = await browser.post('/api/payment-links/pay', { link: links.id, key: links.key })
    const { clientSecret } = asking.body as { clientSecret?: string }
    if (clientSecret === undefined) throw new Error(`A winner's payment got ${asking.status}`)
    await payOrder(browser, clientSecret, turn)
    report.secondsToLastSale = (Date.now() - load.startsAt) / 1_000
    return 'paid'
  }

  await Promise.all(robots)
  isEnded.abort()
  await reading
  for (const pool of pools) pool.close()
  return report
}

/** Has the card of a turn checked, as the page does; returns the secret that its form sends. */
async function checkedCard(browser: DropBrowser, drop: string, turn: number): Promise<string> {
  const { status, body } = await browser.post('/api/drops/card-check', { drop })
  const clientSecret = body['clientSecret']
  if (typeof clientSecret !== 'string') throw new Error(`The check of a card got ${status}`)
  await browser.post('/test-gateway/confirm', { clientSecret, card: cardOf(turn) })
  return clientSecret
}
