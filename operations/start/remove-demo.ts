import { DEMO_PRODUCTS } from '#demo/products.ts'
import { DEMO_SIZE_CHARTS } from '#demo/size-charts.ts'
import { countProductsOf } from '#db/catalog/categories.ts'
import { findSizeChart, listOwnCharts } from '#db/catalog/size-charts.ts'
import { transact } from '#db/engine/transact.ts'
import { countSubscribers, subscribersAfter } from '#db/newsletter/subscriber-list.ts'
import { deleteTestOrder, listTestOrders, type TestOrder } from '#db/orders/test-orders.ts'
import type { ShopCategory } from '#domain/catalog/category.ts'
import type { Product } from '#domain/catalog/product.ts'
import { toProductId } from '#domain/ids.ts'
import { keysOf } from '#domain/record-of.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { archiveProduct } from '#operations/catalog/archive-product.ts'
import { deleteProduct } from '#operations/catalog/delete-product.ts'
import { gatherChanges } from '#operations/catalog/gather-changes.ts'
import { saveSizeChart } from '#operations/catalog/save-size-chart.ts'
import { forgetMails } from '#operations/mail/forget-mails.ts'
import { deleteSubscriber } from '#operations/newsletter/delete-subscriber.ts'
import { recordAudit } from '#operations/record-audit.ts'
import { saveSetting, type SettingEditor } from '#operations/settings/save-setting.ts'
import type { Shop } from '#operations/shop.ts'

const BATCH_SIZE = 100

/** What there is of the demo, and of trying it out. */
export interface Demo {
  /** Those that were not renamed: a renamed one is the owner's. */
  products: Product[]
  /** The size charts that are as they came. */
  charts: ShopCategory['value'][]
  /** The categories of the first shop that nothing else uses; none where no other would be left. */
  categories: ShopCategory[]
  orders: TestOrder[]
  subscribers: number
}

/** Reads what can be removed. Changes nothing. */
export async function readDemo(shop: Shop): Promise<Demo> {
  const { database, catalog, savedSettings } = shop
  const found = await Promise.all(
    DEMO_PRODUCTS.map(async ({ id, name }) => {
      const product = await catalog.find(toProductId(id), { archivedToo: true })
      return product?.name === name ? [product] : []
    }),
  )
  const products = found.flat()
  const [orders, { pending, confirmed, unsubscribed }, charts, { value }] = await Promise.all([
    listTestOrders(database.db),
    countSubscribers(database.db),
    demoCharts(shop),
    savedSettings.latest(CATEGORIES_SETTING),
  ])
  const first = value.categories.filter((one) =>
    CATEGORIES_SETTING.fallback.categories.some(({ value: old }) => old === one.value),
  )
  const counts = await countProductsOf(
    database.db,
    first.map((one) => one.value),
  )
  const ofDemo = (category: string) => products.filter((product) => product.category === category).length
  const measured = new Set((await listOwnCharts(database.db)).map(({ sizesOf }) => sizesOf))
  const unused = first.filter(
    (one) => (counts.get(one.value) ?? 0) === ofDemo(one.value) && !measured.has(one.value),
  )
  const isLast = unused.length === value.categories.length
  return {
    products,
    charts,
    categories: isLast ? [] : unused,
    orders,
    subscribers: pending + confirmed + unsubscribed,
  }
}

async function demoCharts({ database }: Shop): Promise<ShopCategory['value'][]> {
  const found = await Promise.all(
    keysOf(DEMO_SIZE_CHARTS).map(async (category) => {
      const chart = (await findSizeChart(database.db, category))?.chart
      return chart?.version === 1 ? [category] : []
    }),
  )
  return found.flat()
}

/** What is to be removed. Test orders first, so that the products that only they had are deleted for good. */
export interface DemoToRemove {
  products: boolean
  orders: boolean
  subscribers: boolean
}

/** How much was removed. `kept`: products that real orders had, which are deleted from the shop only. */
export type DemoRemoved = Record<
  'products' | 'kept' | 'charts' | 'categories' | 'orders' | 'subscribers',
  number
>

/** Removes the demo, each thing in its own transaction: what was interrupted is finished by doing it again. */
export async function removeDemo(
  shop: Shop,
  what: DemoToRemove,
  editor: SettingEditor & { by: string },
): Promise<DemoRemoved> {
  const removed = { products: 0, kept: 0, charts: 0, categories: 0, orders: 0, subscribers: 0 }
  const gathered = gatherChanges(shop)
  if (what.orders) removed.orders = await deleteTestOrders(shop, editor.by)
  if (what.products) {
    const { products, charts } = await readDemo(shop)
    for (const { id } of products) {
      if (await deleteProduct(gathered.shop, id)) removed.products += 1
      else if (await archiveProduct(gathered.shop, id)) removed.kept += 1
    }
    for (const category of charts) {
      const saved = await saveSizeChart(gathered.shop, {
        category,
        version: 1,
        draft: { measurements: [], rows: [] },
      })
      if (!('kind' in saved)) removed.charts += 1
    }
    await gathered.publish()
    removed.categories = await removeCategories(shop, editor)
  } else await gathered.publish()
  if (what.subscribers) removed.subscribers = await deleteSubscribers(shop)
  return removed
}

async function deleteTestOrders(shop: Shop, by: string): Promise<number> {
  let deleted = 0
  for (const { id, obstacle } of await listTestOrders(shop.database.db)) {
    if (obstacle !== null) continue
    const order = await transact(shop.database, async (tx) => {
      const at = shop.now()
      const gone = await deleteTestOrder(tx, id, { by, at })
      if (gone === null) return null
      const { number, mails } = gone
      await recordAudit(tx, shop, { action: 'test-order-deleted', subject: { id: number, name: number } })
      await forgetMails(tx, { key: id, mails, now: at })
      return gone
    })
    if (order !== null) deleted += 1
  }
  if (deleted > 0) await shop.changes.publish('catalogue')
  return deleted
}

async function removeCategories(shop: Shop, editor: SettingEditor): Promise<number> {
  const { categories } = await readDemo(shop)
  if (categories.length === 0) return 0
  const { version, value } = await shop.savedSettings.latest(CATEGORIES_SETTING)
  const left = value.categories.filter((one) => !categories.some((gone) => gone.value === one.value))
  const saved = await saveSetting(shop, CATEGORIES_SETTING, { version, value: { categories: left } }, editor)
  return saved.kind === 'saved' ? categories.length : 0
}

async function deleteSubscribers(shop: Shop): Promise<number> {
  let deleted = 0
  for (;;) {
    const batch = await subscribersAfter(shop.database.db, { query: '', state: '' }, null, BATCH_SIZE)
    for (const { id } of batch) if (await deleteSubscriber(shop, id)) deleted += 1
    if (batch.length < BATCH_SIZE) return deleted
  }
}
