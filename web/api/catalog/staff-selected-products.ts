import * as v from 'valibot'
import { categoryLabel } from '#domain/catalog/category-label.ts'
import type { ShopCategory } from '#domain/catalog/category.ts'
import { productEditSchema, type ProductEdit } from '#domain/catalog/product-edit.ts'
import type { ProductDraft } from '#domain/catalog/product.ts'
import { PRODUCT_FILTERS, PRODUCT_SORTS } from '#domain/catalog/staff-list.ts'
import { toProductId } from '#domain/ids.ts'
import { MAX_AT_ONCE, MAX_SELECTED, optionalFilters } from '#domain/list-filter.ts'
import { formatCents } from '#domain/money.ts'
import { keysOf } from '#domain/record-of.ts'
import { versionSchema } from '#domain/version.ts'
import { editProduct, reviewEdit, type EditOutcome } from '#operations/catalog/edit-products.ts'
import { gatherChanges } from '#operations/catalog/gather-changes.ts'
import { listChartChoices } from '#operations/catalog/get-size-chart.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import { TableStoreError } from '#providers/catalog/catalog.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema, firstSchema, ordinalSchema } from '#web/api/count-schema.ts'
import { staffProductIds } from '#web/views/catalog/staff-product.server.ts'

const id = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/), v.transform(toProductId))
const someOf = <One extends v.GenericSchema>(one: One) =>
  v.pipe(v.array(one), v.minLength(1, 'Choose at least one product.'), v.maxLength(MAX_AT_ONCE))

const EDIT = { field: 'price', how: 'percent', by: -20_000, ending: '99' }
const AT_MOST = `At most ${MAX_AT_ONCE} products. A price changes \`by\` cents, or by thousandths of a percent.`

const FAILED = 'This could not be done. Try again.'
const REFUSALS: Record<Exclude<EditOutcome['kind'], 'changed' | 'unchanged'>, string> = {
  'not-found': 'There is no such product.',
  'changed-meanwhile': 'It changed in the meantime. Look at it again.',
  'no-such-price': 'This is no price.',
  'gift-card': 'It is a gift card: its amounts are its prices.',
  'no-such-category': 'There is no such category.',
  'no-such-chart': 'There is no such size chart.',
  ended: 'Its time in the shop is over. Change “Published until” first.',
  archived: 'It is deleted. Restore it first.',
  'not-archived': 'It is not deleted.',
  needed: 'It was ordered or delivered, or comes from elsewhere. Delete it without “for good”.',
}

/** What the edit changes of a product, as staff read it. */
function shownValue(
  edit: ProductEdit,
  { price, compareAt, category, sizeChart, draft }: ProductDraft,
  { categories, charts }: { categories: readonly ShopCategory[]; charts: ReadonlyMap<string, string> },
  { isArchived, isAfter }: { isArchived: boolean; isAfter: boolean },
): string {
  switch (edit.field) {
    case 'price':
      return formatCents(price)
    case 'compareAt':
      return compareAt === null ? 'None' : formatCents(compareAt)
    case 'category':
      return categoryLabel(categories, category)
    case 'sizeChart':
      return sizeChart === '' ? 'That of its category' : (charts.get(sizeChart) ?? sizeChart)
    case 'published':
      return draft ? 'Draft' : 'Published'
    case 'archived':
      return isArchived ? 'Deleted' : 'In the catalogue'
    case 'removed':
      return isAfter ? 'Gone for good' : isArchived ? 'Deleted' : 'In the catalogue'
  }
}

export const routes = [
  staffAction('GET /api/staff/product-ids', 'products.read', {
    summary: 'The ids of the products of a list',
    detail: `To select them: the first of the list, as it is sorted; at most ${MAX_SELECTED}.`,
    query: v.object({
      ...optionalFilters(PRODUCT_FILTERS),
      sort: v.optional(v.picklist(keysOf(PRODUCT_SORTS))),
      first: firstSchema,
    }),
    answers: { 200: { means: 'The ids.', schema: v.object({ ids: v.array(v.string()) }) } },
    run: async ({ shop, query: { first, ...list } }) => ({ ids: await staffProductIds(shop, list, first) }),
  }),
  staffAction('POST /api/staff/selected-products/review', 'products.write', {
    summary: 'What a change would make of these products',
    detail: `Changes nothing. \`version\` is what the change takes. ${AT_MOST}`,
    body: {
      schema: v.object({ products: someOf(v.object({ id })), edit: productEditSchema }),
      example: { products: [{ id: 'emblem-tee' }], edit: EDIT },
    },
    answers: {
      200: {
        means:
          'Of each product what it has and would have, in words; why it would be refused; and what to think of first. Null where there is nothing to say.',
        schema: v.object({
          products: v.array(
            v.object({
              id: v.string(),
              name: v.string(),
              version: ordinalSchema,
              before: v.string(),
              after: v.string(),
              refusal: v.nullable(v.string()),
              warning: v.nullable(v.string()),
            }),
          ),
        }),
      },
    },
    async run({ shop, body: { products, edit } }) {
      const [categories, charts] = await Promise.all([readCategories(shop), listChartChoices(shop)])
      const labels = { categories, charts: new Map(charts.map(({ value, label }) => [value, label])) }
      const reviewed = await reviewEdit(
        shop,
        products.map((product) => product.id),
        edit,
      )
      return {
        products: reviewed.map((one) => {
          const { before, obstacle } = one
          const isArchived = before !== null && before.archivedAt !== null
          const was = before ? shownValue(edit, before, labels, { isArchived, isAfter: false }) : ''
          return {
            id: one.id,
            name: before?.name ?? one.id,
            version: before?.version ?? 1,
            before: was,
            after:
              obstacle === null
                ? shownValue(edit, one.after, labels, {
                    isArchived: edit.field === 'archived' && edit.to,
                    isAfter: true,
                  })
                : was,
            refusal: obstacle && REFUSALS[obstacle],
            warning:
              obstacle === null && one.neverAsked
                ? 'It was never offered at this price, which many countries forbid to compare with.'
                : null,
          }
        }),
      }
    },
  }),
  staffAction('POST /api/staff/selected-products', 'products.write', {
    summary: 'Change products',
    detail: `Each by itself, if it is still at its \`version\`: what is refused is named, the rest is done. ${AT_MOST} It can be repeated: no product changes twice.`,
    body: {
      schema: v.object({
        products: someOf(v.object({ id, version: versionSchema })),
        edit: productEditSchema,
      }),
      example: { products: [{ id: 'emblem-tee', version: 2 }], edit: EDIT },
    },
    answers: {
      200: {
        means:
          'How many products were changed now, how many had been before, and which were refused, each with its reason.',
        schema: v.object({
          done: countSchema,
          already: countSchema,
          refused: v.array(v.object({ id: v.string(), reason: v.string() })),
        }),
      },
    },
    async run({ shop, staff: { member }, body: { products, edit } }) {
      const refused: { id: string; reason: string }[] = []
      let [done, already] = [0, 0]
      const gathered = gatherChanges(shop)
      for (const product of products) {
        try {
          const { kind } = await editProduct(gathered.shop, { ...product, by: member.email }, edit)
          if (kind === 'changed') done += 1
          else if (kind === 'unchanged') already += 1
          else refused.push({ id: product.id, reason: REFUSALS[kind] })
        } catch (error) {
          shop.log.error('A product of a selection could not be changed', error)
          refused.push({ id: product.id, reason: error instanceof TableStoreError ? error.message : FAILED })
        }
      }
      await gathered.publish()
      return { done, already, refused }
    },
  }),
]
