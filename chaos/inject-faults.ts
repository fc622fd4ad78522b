import { appendFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Shop } from '#operations/shop.ts'
import type { Mailer } from '#providers/mail/mailer.ts'
import type { TestGateway } from '#providers/payments/test-gateway/test-gateway.ts'
import type { Delivery } from '#providers/payments/test-gateway/test-gateway-events.ts'
import type { Outages } from './plan.ts'
import { seededRandom, type Chance } from './seeded-random.ts'
import type { Orders } from './shop-process.ts'

/** How often each fault occurs while no incident is active. */
const SHARE = {
  gatewayUnreachable: 0.02,
  gatewayAnswerLost: 0.02,
  gatewaySlow: 0.05,
  /** Of the payments cancelled after their hold expired: these can still be paid, too late. */
  cancelUnreachable: 0.4,
  webhookLost: 0.1,
  webhookAnswerLost: 0.1,
  webhookDoubled: 0.15,
  webhookReplayed: 0.15,
  mailRefused: 0.03,
  mailAnswerLost: 0.005,
} as const

const MAX_REMEMBERED = 200
/** Response time of a slow gateway. */
const SLOW_MS = { least: 300, most: 600 }
const SLOW_MAIL_MS = { least: 2_000, most: 5_000 }
/** So short that waiting or slow shoppers lose their hold while they pay. */
export const HOLD_MS = 8_000

/** Gives a shop faulty suppliers, at random and on command of the parent process. */
export async function injectFaults(shop: Shop, { seed, calm, sentLog, outages }: Orders): Promise<void> {
  const chance = seededRandom(seed)
  const now: { outages: Outages } = { outages }
  shop.mailer = faultyMailer(shop.mailer, chance, { calm, sentLog, now: () => now.outages })
  if (!calm) shop.settings = { ...shop.settings, holdMinutes: HOLD_MS / 60_000 }
  if (!calm) injectGatewayFaults(shop.gateway as TestGateway, chance, () => now.outages)
  process.on('message', async (wanted: Outages) => {
    const isAnotherDisk = wanted.disk !== now.outages.disk
    now.outages = wanted
    if (isAnotherDisk) await setDisk(shop, wanted.disk)
  })
  await setDisk(shop, outages.disk)
}

/** Keeps a list of sent mails, so that duplicates can be detected. */
function faultyMailer(
  mailer: Mailer,
  chance: Chance,
  { calm, sentLog, now }: { calm: boolean; sentLog: string; now: () => Outages },
): Mailer {
  return {
    async send(mail) {
      if (now().slowMail) await sleep(chance.between(SLOW_MAIL_MS.least, SLOW_MAIL_MS.most))
      if (now().mail || (!calm && chance.happens(SHARE.mailRefused)))
        throw new Error('The mail server is down')
      await mailer.send(mail)
      appendFileSync(sentLog, `${mail.id}\n`)
      if (!calm && chance.happens(SHARE.mailAnswerLost)) {
        appendFileSync(`${sentLog}.unanswered`, `${mail.id}\n`)
        throw new Error('The mail server took the mail and did not say so')
      }
    },
    deleteCopies: (ids) => mailer.deleteCopies(ids),
    close: () => mailer.close(),
  }
}

/** The methods that a real gateway provides over the network. Its records themselves stay correct. */
function injectGatewayFaults(gateway: TestGateway, chance: Chance, outages: () => Outages): void {
  const isOut = () => outages().gateway
  /** The gateway's error, of the class that the built shop knows. */
  async function unreachable(): Promise<never> {
    gateway.transport.failNext(1)
    await findIntent('none')
    throw new Error('The gateway was to fail and did not')
  }
  function shaken<Asked extends unknown[], Answer>(
    ask: (...asked: Asked) => Promise<Answer>,
  ): (...asked: Asked) => Promise<Answer> {
    return async (...asked) => {
      if (outages().slowGateway) await sleep(chance.between(SLOW_MS.least, SLOW_MS.most))
      if (isOut() || chance.happens(SHARE.gatewayUnreachable)) return unreachable()
      if (chance.happens(SHARE.gatewaySlow)) await sleep(chance.between(10, 300))
      const answer = await ask(...asked)
      if (chance.happens(SHARE.gatewayAnswerLost)) return unreachable()
      if (chance.happens(SHARE.gatewaySlow)) await sleep(chance.between(10, 300))
      return answer
    }
  }
  const findIntent = gateway.findIntent.bind(gateway)
  const cancelIntent = shaken(gateway.cancelIntent.bind(gateway))
  const deliverWebhooks = gateway.deliverWebhooks.bind(gateway)
  const remembered: Delivery[] = []
  Object.assign(gateway, {
    createIntent: shaken(gateway.createIntent.bind(gateway)),
    updateIntent: shaken(gateway.updateIntent.bind(gateway)),
    findIntent: shaken(findIntent),
    findIntentBySecret: shaken(gateway.findIntentBySecret.bind(gateway)),
    cancelIntent: (id: string) =>
      chance.happens(SHARE.cancelUnreachable) ? unreachable() : cancelIntent(id),
    refund: shaken(gateway.refund.bind(gateway)),
    findRefund: shaken(gateway.findRefund.bind(gateway)),
    confirm: shaken(gateway.confirm.bind(gateway)),
    authenticate: shaken(gateway.authenticate.bind(gateway)),
    deliverWebhooks: (deliver: (delivery: Delivery) => Promise<boolean>) =>
      deliverWebhooks(async (delivery) => {
        // A lost webhook is sent again seconds later, after newer ones: late, and out of order.
        if (isOut() || chance.happens(SHARE.webhookLost)) return false
        const copies = chance.happens(SHARE.webhookDoubled) ? [delivery, delivery] : [delivery]
        if (remembered.length > 0 && chance.happens(SHARE.webhookReplayed))
          copies.push(chance.pick(remembered))
        const taken = await Promise.all(copies.map(deliver))
        if (remembered.length < MAX_REMEMBERED) remembered.push(delivery)
        else remembered[chance.between(0, MAX_REMEMBERED - 1)] = delivery
        return taken[0] === true && !chance.happens(SHARE.webhookAnswerLost)
      }),
  })
}

/**
 * SQLite is not allowed to grow its file: every write that needs a page fails with SQLite's error for a full disk. On
 * PostgreSQL the parent process does it for all processes (fill-postgres.ts).
 */
async function setDisk({ database }: Shop, isFull: boolean): Promise<void> {
  if (database.engine !== 'sqlite') return
  const pages = isFull ? 1 : 1_073_741_823
  for (;;) {
    try {
      return void (await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(database.db))
    } catch {
      // It shares a commit with other writers, which the full disk may just have ended.
    }
  }
}
