import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { lockCategories } from '#db/catalog/categories.ts'
import { takeStock } from '#db/catalog/stock.ts'
import { appendSetting } from '#db/settings/settings.ts'
import { transact } from '#db/engine/transact.ts'
import { CATEGORIES } from '#domain/catalog/category.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { toProductId, toStaffId } from '#domain/ids.ts'
import { permissionsOf } from '#domain/staff/permissions.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { changeCategories } from '#operations/settings/change-categories.ts'
import { currentSetting } from '#operations/settings/current-setting.ts'
import { saveSetting } from '#operations/settings/save-setting.ts'
import { describeOnEachDatabase } from '#test/support/each-database.ts'
import { ADA } from '#test/support/staff-browser.ts'
import { hoodie, openTestShop, SOLD, type TestShop } from '#test/support/test-shop.ts'

const ROUNDS = 40
const SHOES = { value: 'Shoes', label: 'Shoes', sizes: ['S', 'M'], hidden: false }
const WITH_SHOES = { categories: [...CATEGORIES, SHOES] }
const WITHOUT = { categories: [...CATEGORIES] }
const REFUSED = { kind: 'not-possible', field: 'categories' }

describeOnEachDatabase('While an owner removes a category', (open, { connectAgain, testOnPostgres }) => {
  let shop: TestShop
  /** Another process of the shop, where there can be one. */
  let other: TestShop
  let version: number
  let editor: Parameters<typeof saveSetting>[3]

  beforeEach(async () => {
    version = 0
    shop = await openTestShop(open())
    other = open().engine === 'postgres' ? await openTestShop(await connectAgain()) : shop
    await shop.identity.addMember(ADA)
    const memberId = (await shop.identity.people.list())[0]?.id ?? toStaffId('')
    editor = { memberId, permissions: permissionsOf('owner') }
    await setCategories(shop, WITH_SHOES)
  })

  async function setCategories(by: TestShop, value: object) {
    const outcome = await saveSetting(by, CATEGORIES_SETTING, { version, value }, editor)
    if (outcome.kind === 'saved') ({ version } = outcome)
    return outcome
  }

  const shoe = (name: string) => hoodie({ name, category: 'Shoes' })
  const remove = () => setCategories(other, WITHOUT)

  /** The products in categories that are gone. */
  async function strays(): Promise<string[]> {
    const { categories } = await transact(shop.database, (tx) => currentSetting(shop, CATEGORIES_SETTING, tx))
    const rows = await shop.database.db.selectFrom('products').select(['id', 'category']).execute()
    return rows
      .filter(({ category }) => !categories.some(({ value }) => value === category))
      .map(({ id }) => id)
  }

  /** Another connection waits for the lock of the categories. */
  const someoneWaits = () =>
    expect
      .poll(
        async () => {
          const waiting = await sql<{ waiting: boolean }>`select exists (select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock') as waiting`.execute(open().db)
          return waiting.rows[0]?.waiting
        },
        { timeout: 20_000 },
      )
      .toBe(true)

  test('either the removal or the products that are added or moved to the category are refused', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < ROUNDS; round += 1) {
      const moved = await saveProduct(shop, { draft: hoodie({ name: `Moved ${round}` }) })
      if ('kind' in moved) throw new Error(`Refused: ${moved.kind}`)
      const saves = [
        () => saveProduct(shop, { draft: shoe(`New ${round}`) }),
        () => saveProduct(shop, { id: moved.id, version: moved.version, draft: shoe(`Moved ${round}`) }),
      ]
      const [removed, ...saved] = await Promise.all(
        round % 2 === 0
          ? [remove(), ...saves.map((save) => save())]
          : [Promise.resolve().then(remove), ...saves.map((save) => save())],
      )
      expect(await strays()).toEqual([])
      const isRemoved = removed.kind === 'saved'
      if (!isRemoved) expect(removed).toMatchObject(REFUSED)
      for (const product of saved) {
        if ('kind' in product) expect(product).toEqual({ kind: 'no-such-category' })
        expect('kind' in product).toBe(isRemoved)
        outcomes.add(isRemoved ? 'product refused' : 'removal refused')
      }
      if (isRemoved) await setCategories(shop, WITH_SHOES)
      await shop.database.db.updateTable('products').set({ category: 'Hoodies' }).execute()
    }
    expect(outcomes.size).toBeGreaterThan(0)
  })

  testOnPostgres('the removal waits for a product that is being saved in it, and is refused', async () => {
    let removal: ReturnType<typeof remove> | undefined
    const saved = await saveProduct(shop, {
      draft: shoe('Runner'),
      alongside: async () => {
        removal = remove()
        await someoneWaits()
      },
    })
    expect(saved).toMatchObject({ category: 'Shoes' })
    expect(await removal).toMatchObject(REFUSED)
    expect(await strays()).toEqual([])
  })

  testOnPostgres(
    'the removal holds nothing that the save of a product needs while it waits for it',
    async () => {
      const product = await shop.catalog.add({ ...shoe('Runner'), sizes: [{ size: 'M', stock: 10 }] })
      const reordered = { categories: [...CATEGORIES, { ...SHOES, sizes: ['M', 'S'] }] }
      let change: Promise<unknown> = Promise.resolve()
      await shop.database.db.transaction().execute(async (tx) => {
        await takeStock(tx, [{ productId: product.id, size: 'M', quantity: 1 }], SOLD)
        change = other.database.db
          .transaction()
          .execute((alone) => changeCategories(alone, WITH_SHOES, reordered))
        await someoneWaits()
        await lockCategories(tx, 'save-a-product')
      })
      expect(await change).toBeNull()
    },
  )

  testOnPostgres('a product waits for the removal, and is refused, new or moved', async () => {
    const id = toProductId('emblem-hoodie')
    const product = await shop.catalog.add(hoodie(), id)
    for (const save of [
      () => saveProduct(shop, { draft: shoe('Runner') }),
      () => saveProduct(shop, { id, version: product.version, draft: shoe('Runner') }),
    ]) {
      let saving: ReturnType<typeof save> | undefined
      await transact(other.database, async (tx) => {
        expect(await changeCategories(tx, WITH_SHOES, WITHOUT)).toBeNull()
        await appendSetting(tx, CATEGORIES_SETTING.name, version, {
          value: WITHOUT,
          changedAt: shop.now(),
          changedBy: null,
          summary: 'Categories',
        })
        saving = save()
        await someoneWaits()
      })
      expect(await saving).toEqual({ kind: 'no-such-category' })
      expect(await strays()).toEqual([])
      version += 1
      await other.savedSettings.latest(CATEGORIES_SETTING)
      expect(await setCategories(shop, WITH_SHOES)).toMatchObject({ kind: 'saved' })
    }
    expect(await shop.catalog.find(id)).toMatchObject({ name: 'Emblem Hoodie', category: 'Hoodies' })
  })
})
