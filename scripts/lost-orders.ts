// npm run lost-orders [-- --refund] [--days N]
//
// After a restore: looks at the gateway for payments of the last N days (3) whose orders were lost, because they were
// placed after the restored copy was made, and for payments that their orders do not know, such as those for a later
// change. With --refund, the shop refunds the first and emails their shoppers, cancels unpaid ones, and counts the
// others or alerts the owner to them. Only for the shop that replaces the lost one, never in a copy made for a
// rehearsal. Works while the shop runs.

import './private-files.js'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '#config'
import { formatCents } from '#domain/money.ts'
import { openShop } from '#open-shop'
import { findLostPayments, refundLostPayments } from '#operations/checkout/payments/refund-lost-payments.ts'
import { GatewayError } from '#providers/payments/payment-gateway.ts'
import { consoleLog } from '#web/http/console-log.ts'
import { sinceStart, printProgress } from './support/print-progress.ts'

const HOUR_MS = 3_600_000

async function run(args: string[]): Promise<void> {
  const { refund, days } = parseArgs({
    args,
    options: { refund: { type: 'boolean', default: false }, days: { type: 'string', default: '3' } },
  }).values
  if (!/^[1-9]\d?$/.test(days))
    throw new ConfigError('Usage: npm run lost-orders [-- --refund] [--days 1-99]')
  const config = readConfig(process.env)
  const { shop, close } = await openShop(config, join(import.meta.dirname, '..'), consoleLog(config.secrets))
  try {
    const to = Date.now()
    const onProgress = printProgress(console.log)
    const hours = Number(days) * 24
    const lost = await findLostPayments(shop, { from: to - hours * HOUR_MS, to }, (done, all) =>
      onProgress({
        step: 'Looking for payments without an order',
        done: (done / all) * hours,
        all: hours,
        counts: 'hours',
      }),
    )
    const { paid, unknown, unpaid, total } = lost
    for (const { id, amount, about } of paid) {
      console.log(`${about?.orderNumber}  ${about?.email}  ${formatCents(amount)}  ${id}`)
    }
    console.log(
      `${paid.length} paid (${formatCents(total)}) and ${unpaid.length} unpaid payments have no order.`,
    )
    for (const { id, amount, about } of unknown) {
      console.log(
        `${about?.orderNumber}  ${about?.email}  ${formatCents(amount)}  ${id}  not known to its order`,
      )
    }
    if (paid.length + unknown.length + unpaid.length === 0) return
    if (!refund) {
      console.log(
        'Use --refund to return the money and email the shoppers, but not in a copy made for a rehearsal. Payments that ' +
          'their orders do not know are counted, or shown with the order.',
      )
      return
    }
    await refundLostPayments(shop, lost, (done, all) =>
      onProgress({ step: 'Cancelling and refunding', done, all, counts: 'payments' }),
    )
    console.log(
      `Done in ${sinceStart()}. The running shop returns the money and sends the emails within a minute.`,
    )
  } finally {
    await close()
  }
}

try {
  await run(process.argv.slice(2))
} catch (error) {
  const words = error instanceof Error ? error.message : String(error)
  const isPlain = error instanceof ConfigError || error instanceof GatewayError
  console.error(isPlain ? words : `That did not work: ${words}`)
  process.exitCode = 1
}
