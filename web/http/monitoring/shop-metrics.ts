import { PROBLEM_KINDS } from '#domain/monitoring/problems.ts'
import { readShopGauges } from '#operations/monitoring/read-shop-gauges.ts'
import type { Shop } from '#operations/shop.ts'
import { gauge } from './request-metrics.ts'
import type { Metric } from './metrics-text.ts'

/** The state of the shop: the same from each of its processes. */
export async function shopMetrics(shop: Shop): Promise<Metric[]> {
  const { readings, orders, heldUnits, suppliers, problems } = await readShopGauges(shop)
  const { disk, outbox, backup, unconfirmedRefunds } = readings
  const secondsSince = (at: number) => Math.max(0, shop.now() - at) / 1_000
  return [
    {
      name: 'redemption_orders',
      type: 'gauge',
      help: 'Orders that wait, by list; counted up to 10,000',
      values: Object.entries(orders).map(([list, value]) => ({ labels: { list }, value })),
    },
    gauge('redemption_held_units', 'Units held for unpaid orders', heldUnits),
    gauge('redemption_outbox_tasks', 'Tasks that wait in the outbox', outbox.waiting),
    gauge(
      'redemption_outbox_oldest_seconds',
      'The age of the oldest task in the outbox',
      outbox.oldest === null ? 0 : secondsSince(outbox.oldest.at),
    ),
    gauge(
      'redemption_unconfirmed_refunds',
      'Refunds without an answer from the payment provider',
      unconfirmedRefunds.count,
    ),
    {
      name: 'redemption_supplier_failing',
      type: 'gauge',
      help: 'Whether the calls to a supplier fail at present',
      values: suppliers.map(({ need, supplier, isFailing }) => ({
        labels: { need, supplier },
        value: isFailing ? 1 : 0,
      })),
    },
    ...(backup !== null && backup.newestAt !== null
      ? [
          gauge(
            'redemption_backup_age_seconds',
            'The age of the newest backup',
            secondsSince(backup.newestAt),
          ),
        ]
      : []),
    gauge('redemption_disk_free_bytes', 'Free space on the disk of the data folder', disk.free),
    gauge('redemption_disk_bytes', 'Size of the disk of the data folder', disk.all),
    {
      name: 'redemption_problem',
      type: 'gauge',
      help: 'Whether something of this kind needs a person',
      values: PROBLEM_KINDS.map((kind) => ({
        labels: { kind },
        value: problems.some((one) => one.kind === kind) ? 1 : 0,
      })),
    },
  ]
}
