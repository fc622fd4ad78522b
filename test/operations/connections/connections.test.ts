import { beforeEach, expect, test } from 'vitest'
import { readConnectionStates, writeFailed, writeWorked } from '#db/connections/connection-states.ts'
import { listConnections } from '#operations/connections/list-connections.ts'
import { tryConnection } from '#operations/connections/try-connection.ts'
import { watchConnections } from '#operations/connections/watch-connections.ts'
import { deliverOutbox } from '#operations/outbox/deliver-outbox.ts'
import type { Connection, ConnectionNeed } from '#providers/connection.ts'
import { SupplierError } from '#providers/supplier-error.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { openTestShop, type TestShop } from '#test/support/test-shop.ts'

const HOUR = 60 * 60_000

describeOnEachDatabase('The connections of the shop', (open) => {
  let shop: TestShop
  /** What the supplier does when it is tested. */
  let answer: Connection['test']

  beforeEach(async () => {
    shop = await openTestShop(open())
    answer = async () => 'C$1 is €0.62.'
    shop.connections = [connection('rates', 'Fixer')]
  })

  function connection(need: ConnectionNeed, supplier: string): Connection {
    return { need, supplier, usedFor: 'prices', test: (by) => answer(by) }
  }
  const listed = async (need: ConnectionNeed) =>
    (await listConnections(shop)).find((one) => one.need === need)
  const fail = (need: ConnectionNeed, supplier: string) =>
    writeFailed(open(), { need, supplier, now: shop.now(), failure: `${supplier} answered 500.` })

  test('every need is listed, with its supplier or with what it means to have none', async () => {
    const all = await listConnections(shop)
    expect(all.map(({ title }) => title)).toEqual([
      'Email',
      'Payments',
      'Exchange rates',
      'Location',
      'Catalogue',
      'Images',
      'Staff sign-in',
    ])
    expect(all.find(({ need }) => need === 'mail')?.builtIn).toBe(
      'Emails are written to files; no one receives them.',
    )
    expect(await listed('rates')).toMatchObject({ supplier: 'Fixer', builtIn: null, state: null })
    shop.connections = []
    expect((await listed('rates'))?.builtIn).toContain('The rates are from 2026-09-29.')
  })

  test('the state of a former supplier is not shown for the present one', async () => {
    await fail('rates', 'An earlier one')
    expect((await listed('rates'))?.state).toBeNull()
  })

  test('a test of a supplier shows its result, and is recorded like every call', async () => {
    let asked = ''
    answer = async ({ email }) => {
      asked = email
      return 'C$1 is €0.62.'
    }
    expect(await tryConnection(shop, 'rates', 'ada@shop.example')).toEqual({
      works: true,
      words: 'C$1 is €0.62.',
    })
    expect(asked).toBe('ada@shop.example')
    expect(await readConnectionStates(open())).toMatchObject([{ need: 'rates', workingSince: shop.now() }])
  })

  test('a supplier that refuses is recorded with its message', async () => {
    answer = async () => {
      throw new SupplierError('Fixer answered 401: invalid-key', { supplier: 'Fixer', kind: 'unauthorized' })
    }
    const words = 'Fixer answered 401: invalid-key'
    expect(await tryConnection(shop, 'rates', 'ada@shop.example')).toEqual({ works: false, words })
    expect(await readConnectionStates(open())).toMatchObject([{ failure: words }])
    expect(shop.failures).toEqual([])
  })

  test('another error is only logged, because its message may contain a secret', async () => {
    answer = async () => {
      throw new TypeError('cannot read sk_live_1')
    }
    const tried = await tryConnection(shop, 'rates', 'ada@shop.example')
    expect(tried).toEqual({
      works: false,
      words: 'Fixer could not be tested. The shop’s log has the reason.',
    })
    expect(shop.failures).toHaveLength(1)
    shop.failures = []
  })

  test('a need without an outside supplier cannot be tested', async () => {
    expect(await tryConnection(shop, 'mail', 'ada@shop.example')).toBeNull()
    expect(await tryConnection(shop, 'weather', 'ada@shop.example')).toBeNull()
  })

  const watch = async () => {
    await watchConnections(shop)
    await deliverOutbox(shop)
  }

  test('a failure that lasts for more than an hour mails the owner once a day', async () => {
    await fail('rates', 'Fixer')
    shop.pass(HOUR - 1)
    await watch()
    expect(shop.mails).toEqual([])
    shop.pass(1)
    await fail('rates', 'Fixer')
    await Promise.all([watchConnections(shop), watchConnections(shop)])
    await watch()
    expect(shop.mails).toMatchObject([
      { to: { address: 'owner@shop.example' }, subject: 'Fixer is not working' },
    ])
    expect(shop.mails[0]?.text).toContain('Last failure: Fixer answered 500.')
    expect(shop.mails[0]?.text).toContain('http://shop.example/admin/connections')
    shop.pass(23 * HOUR)
    await watch()
    expect(shop.mails).toHaveLength(1)
    shop.pass(HOUR)
    await watch()
    expect(shop.mails).toHaveLength(2)
    shop.failures = []
  })

  test('a supplier that works again before the mail is sent causes no mail', async () => {
    await fail('rates', 'Fixer')
    shop.pass(HOUR)
    await watchConnections(shop)
    await writeWorked(open(), { need: 'rates', supplier: 'Fixer', now: shop.now() })
    await deliverOutbox(shop)
    expect(shop.mails).toEqual([])
    shop.failures = []
  })

  test('a failure of mail itself is logged, not mailed', async () => {
    shop.connections = [connection('mail', 'SMTP')]
    await fail('mail', 'SMTP')
    shop.pass(HOUR)
    await watch()
    expect(shop.mails).toEqual([])
    expect(shop.failures).toMatchObject([{ message: 'A supplier has failed for more than an hour' }])
    shop.failures = []
  })

  test('a supplier that the settings no longer choose causes no mail', async () => {
    await fail('rates', 'Fixer')
    shop.connections = []
    shop.pass(HOUR)
    await watch()
    expect(shop.mails).toEqual([])
  })
})
