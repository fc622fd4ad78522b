import { expect, test, vi } from 'vitest'
import { startBackgroundWork } from '#operations/background-work.ts'
import { deliverWebhooks, one, orderFor, ordersByState, PAYS, place } from './buyer.ts'
import { describeOnEachDatabase } from './each-database.ts'
import { hoodie, openTestShop } from './test-shop.ts'

describeOnEachDatabase('the work behind the counter', (open) => {
  test('carries an order from the card to both mails without being asked', async () => {
    const shop = await openTestShop(open())
    const product = await shop.catalog.add(hoodie())
    const stop = startBackgroundWork(shop, () => deliverWebhooks(shop))
    const { clientSecret } = await place(shop, orderFor([product], [one(product)]))
    await shop.gateway.confirm(clientSecret, PAYS)
    await vi.waitFor(() => expect(shop.mails).toHaveLength(2), { timeout: 5_000 })
    await stop()
    expect(await ordersByState(shop)).toEqual({ paid: 1 })
  })

  test('never does one kind of work twice at the same time, and stopping waits for what runs', async () => {
    const shop = await openTestShop(open())
    let running = 0
    let most = 0
    let rounds = 0
    const stop = startBackgroundWork(shop, async () => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 20))
      running -= 1
      rounds += 1
      return 1
    })
    await vi.waitFor(() => expect(rounds).toBeGreaterThan(3))
    await stop()
    expect([most, running]).toEqual([1, 0])
    const before = rounds
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(rounds).toBe(before)
  })

  test('goes on after a failure, and tells of it', async () => {
    const shop = await openTestShop(open())
    let rounds = 0
    const stop = startBackgroundWork(shop, async () => {
      rounds += 1
      if (rounds === 1) throw new Error('broken once')
      return 0
    })
    await vi.waitFor(() => expect(rounds).toBeGreaterThan(1))
    await stop()
    expect(shop.failures.map(({ message }) => message)).toEqual([
      'Background work failed: delivering webhooks',
    ])
  })
})
