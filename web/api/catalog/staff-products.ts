import * as v from 'valibot'
import { checkProductForm, productFormSchema, type ProductErrors } from '#domain/catalog/product-form.ts'
import type { ProductDraft } from '#domain/catalog/product.ts'
import { COLUMN_FIELDS } from '#domain/catalog/product-fields.ts'
import { sizeName } from '#domain/catalog/fields/size-name.ts'
import { MAX_SIZES, type Size, type TakenCode } from '#domain/catalog/size.ts'
import { STAFF_PAGE_SIZE } from '#domain/catalog/staff-list.ts'
import { versionSchema } from '#domain/version.ts'
import { archiveProduct } from '#operations/catalog/archive-product.ts'
import { readPrices } from '#operations/catalog/read-prices.ts'
import { restoreProduct } from '#operations/catalog/restore-product.ts'
import { saveProduct } from '#operations/catalog/save-product.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import { noSuch, staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { withKnownCategory, listQuerySchema } from '#web/views/catalog/staff-products-query.ts'
import { listEntries } from '#web/views/list-cursor.server.ts'
import { problem } from '#web/http/problem.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { changedProduct, productParams, PRODUCT_CHANGE_ANSWERS } from './product-refusals.ts'
import { staffProductPageSchema, staffProductSchema } from './staff-product-schema.ts'
import { findStaffProducts, staffProduct } from '#web/views/catalog/staff-product.server.ts'

const count = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))

/** The version and the counts that the editor saw, beside the form's own fields. */
const changeSchema = v.looseObject({
  version: versionSchema,
  seen: v.object({
    stock: count,
    sizes: v.pipe(v.array(v.object({ size: sizeName, stock: count })), v.maxLength(2 * MAX_SIZES)),
  }),
})

const tee = {
  name: 'Emblem Tee',
  price: '58.50',
  category: 'T-Shirts',
  description: 'Heavy cotton.',
  stock: 12,
  sizes: [{ size: 'M', stock: null }],
  pictures: [],
}

/** `kept`: the sizes that the product has, which it may keep although its category lacks them. */
async function readForm(
  shop: Pick<Shop, 'savedSettings'>,
  values: object,
  kept: readonly Size[],
): Promise<{ draft: ProductDraft } | { refusal: Response }> {
  const form = checkProductForm(values, { categories: await readCategories(shop), kept })
  return 'errors' in form ? { refusal: wrongFields(form.errors) } : form
}

function noSuchCategory(): Response {
  return wrongFields({ category: COLUMN_FIELDS.category.problem })
}

function noSuchChart(): Response {
  return wrongFields({ sizeChart: COLUMN_FIELDS.sizeChart.problem })
}

function picturesGone({ pictures }: ProductDraft, keys: readonly string[]): Response {
  const numbers = pictures.flatMap(({ key }, index) => (keys.includes(key) ? [index + 1] : []))
  const which = numbers.length === 1 ? `Image ${numbers[0]} is` : `Images ${numbers.join(', ')} are`
  const what = numbers.length === 1 ? 'Remove it, then add it again.' : 'Remove them, then add them again.'
  return wrongFields({ pictures: `${which} no longer in the shop. ${what}` })
}

function codeTaken({ code, value, by }: TakenCode): Response {
  const which = code === 'sku' ? 'SKU' : 'barcode'
  return wrongFields({
    codes: `${by.name}, size ${by.size}, already has the ${which} ${value}. Use another one.`,
  })
}

function wrongFields(wrong: ProductErrors): Response {
  const errors = Object.entries(wrong).map(([field, message]) => ({ path: `/${field}`, message }))
  return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
}

export const routes = [
  staffAction('GET /api/staff/products', 'products.read', {
    summary: 'The products',
    detail: `${STAFF_PAGE_SIZE} a page where \`limit\` does not say another number; a page beyond the last is the last. Programs read all of them by \`cursor\`, which \`next\` of a list that is sorted by \`newest\` gives; \`page\` says nothing then. Other invalid values are ignored.`,
    query: v.object({
      ...listQuerySchema.entries,
      ...listEntries,
      limit: v.optional(listEntries.limit.wrapped),
    }),
    answers: { 200: { means: 'The page.', schema: staffProductPageSchema } },
    async run({ shop, query: { cursor, limit, ...asked } }) {
      const query = withKnownCategory(asked, await readCategories(shop))
      return await findStaffProducts(shop, query, { after: cursor, limit })
    },
  }),
  staffAction('POST /api/staff/products', 'products.write', {
    summary: 'Add a product',
    detail: 'Where every size has its own count, their sum is the stock of the product.',
    body: { schema: v.object(productFormSchema.entries), example: tee },
    read: v.looseObject({}),
    answers: {
      201: {
        means: 'The product as it is stored.',
        schema: staffProductSchema,
        headers: { location: 'The address of the product.' },
      },
    },
    async run({ shop, staff: { member }, body }) {
      const form = await readForm(shop, body, [])
      if ('refusal' in form) return form.refusal
      const added = await saveProduct(shop, { ...form, origin: { by: member.email, reason: 'added' } })
      if ('kind' in added && added.kind === 'pictures-gone') return picturesGone(form.draft, added.keys)
      if ('kind' in added && added.kind === 'code-taken') return codeTaken(added.taken)
      if ('kind' in added && added.kind === 'no-such-category') return noSuchCategory()
      if ('kind' in added && added.kind === 'no-such-chart') return noSuchChart()
      if ('kind' in added) throw new Error(`A new product cannot be refused: ${added.kind}`)
      const location = `/api/staff/products/${added.id}`
      return Response.json(staffProduct(shop.images, added), { status: 201, headers: { location } })
    },
  }),
  staffAction('GET /api/staff/products/:id', 'products.read', {
    summary: 'A product, deleted ones too',
    params: productParams,
    answers: {
      200: { means: 'The product.', schema: staffProductSchema },
      404: refusal('There is no such product.'),
    },
    async run({ shop, params: { id } }) {
      const product = id === null ? null : await shop.catalog.find(id, { archivedToo: true })
      return product === null ? noSuch(productParams) : Response.json(staffProduct(shop.images, product))
    },
  }),
  staffAction('PUT /api/staff/products/:id', 'products.write', {
    summary: 'Change a product',
    detail:
      'All fields, with the `version` that the editor saw and the counts in `seen`, so that units sold meanwhile stay sold.',
    params: productParams,
    body: {
      schema: v.object({ ...changeSchema.entries, ...productFormSchema.entries }),
      example: { ...tee, version: 1, seen: { stock: 12, sizes: [{ size: 'M', stock: null }] } },
    },
    read: changeSchema,
    answers: PRODUCT_CHANGE_ANSWERS,
    async run({ shop, staff: { member }, params: { id }, body }) {
      const { version, seen } = body
      const kept = id === null ? null : await shop.catalog.find(id, { archivedToo: true })
      const form = await readForm(shop, body, kept?.sizes.map(({ size }) => size) ?? [])
      if ('refusal' in form) return form.refusal
      const saved = await saveProduct(shop, {
        id,
        version,
        seen,
        ...form,
        origin: { by: member.email, reason: 'corrected' },
      })
      if (!('kind' in saved)) return staffProduct(shop.images, saved)
      if (saved.kind === 'pictures-gone') return picturesGone(form.draft, saved.keys)
      if (saved.kind === 'code-taken') return codeTaken(saved.taken)
      if (saved.kind === 'no-such-category') return noSuchCategory()
      if (saved.kind === 'no-such-chart') return noSuchChart()
      if (saved.kind !== 'changed-meanwhile') return noSuch(productParams)
      return changedProduct({ shop }, saved.current)
    },
  }),
  staffAction('DELETE /api/staff/products/:id', 'products.write', {
    summary: 'Delete a product',
    detail: 'It leaves every screen. Old orders still name it, and it can be restored.',
    params: productParams,
    answers: {
      204: { means: 'It is deleted.' },
      404: refusal('There is no such product, or it is deleted.'),
    },
    run: async ({ shop, params: { id } }) =>
      (await archiveProduct(shop, id)) ? null : noSuch(productParams),
  }),
  staffAction('POST /api/staff/products/:id/restore', 'products.write', {
    summary: 'Restore a deleted product',
    params: productParams,
    answers: { 204: { means: 'It is restored.' }, 404: refusal('There is no such deleted product.') },
    run: async ({ shop, params: { id } }) =>
      (await restoreProduct(shop, id)) ? null : noSuch(productParams),
  }),
  staffAction('GET /api/staff/products/:id/prices', 'products.read', {
    summary: 'The prices that a product had',
    detail:
      'Oldest first, in cents, each from `since` (epoch milliseconds) until the next; none of a product that does not exist.',
    params: productParams,
    answers: {
      200: {
        means: 'Its prices, and those that they were compared with.',
        schema: v.object({
          prices: v.array(
            v.object({ since: countSchema, price: countSchema, compareAt: v.nullable(countSchema) }),
          ),
        }),
      },
    },
    async run({ shop, params: { id } }) {
      return { prices: await readPrices(shop, id) }
    },
  }),
]
