import * as v from 'valibot'
import { checkProductForm, productFormSchema, type ProductErrors } from '#domain/catalogue/product-form.ts'
import type { ProductDraft } from '#domain/catalogue/product.ts'
import { COLUMN_FIELDS } from '#domain/catalogue/product-fields.ts'
import { sizeName } from '#domain/catalogue/fields/size-name.ts'
import { MAX_SIZES, type Size, type TakenCode } from '#domain/catalogue/size.ts'
import { STAFF_PAGE_SIZE } from '#domain/catalogue/staff-list.ts'
import { toProductId } from '#domain/ids.ts'
import { versionSchema } from '#domain/version.ts'
import { saveProduct } from '#operations/catalogue/save-product.ts'
import { readCategories } from '#operations/settings/shop-categories.ts'
import type { Shop } from '#operations/shop.ts'
import {
  withKnownCategory,
  listQuerySchema,
  parseListQuery,
} from '#web/views/catalogue/staff-products-query.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { changedProduct, noSuchProduct, PRODUCT_CHANGE_ANSWERS } from './product-refusals.ts'
import { idIn, idParams } from '#web/api/staff/staff-address.ts'
import { staffProductPageSchema, staffProductSchema } from './staff-product-schema.ts'
import { findStaffProducts, staffProduct } from '#web/views/catalogue/staff-product.server.ts'
import { staff } from '#web/route.ts'

const count = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)))

/** The version and the counts that the editor saw, beside the form's own fields. */
const changeSchema = v.looseObject({
  version: versionSchema,
  seen: v.object({
    stock: count,
    sizes: v.pipe(v.array(v.object({ size: sizeName, stock: count })), v.maxLength(2 * MAX_SIZES)),
  }),
})

/** GET /api/staff/products?q=&category=&stock=&sort=&archived=&page=: one page of the list. */
export async function listStaffProducts(request: Request, { shop }: StaffContext): Promise<Response> {
  const query = withKnownCategory(
    parseListQuery(new URL(request.url).searchParams),
    await readCategories(shop),
  )
  return Response.json(await findStaffProducts(shop, query))
}

listStaffProducts.docs = {
  summary: 'A page of products',
  detail: `${STAFF_PAGE_SIZE} products a page. Invalid values are ignored; a page beyond the last is the last.`,
  query: listQuerySchema,
  answers: { 200: { means: 'The page.', schema: staffProductPageSchema } },
} satisfies EndpointDocs

/** GET /api/staff/products/{id}: one product, deleted ones too. */
export async function findStaffProduct(request: Request, { shop }: StaffContext): Promise<Response> {
  const id = idIn(request, toProductId)
  const product = id === null ? null : await shop.catalog.find(id, { archivedToo: true })
  return product === null ? noSuchProduct() : Response.json(staffProduct(shop.images, product))
}

findStaffProduct.docs = {
  summary: 'A product, deleted ones too',
  params: idParams,
  answers: {
    200: { means: 'The product.', schema: staffProductSchema },
    404: refusal('There is no such product.'),
  },
} satisfies EndpointDocs

/** POST /api/staff/products: adds a product from the form's fields. 201 with the product. */
export async function addStaffProduct(
  request: Request,
  { shop, staff: { member } }: StaffContext,
): Promise<Response> {
  const body = await readJson(request, v.looseObject({}))
  if ('refusal' in body) return body.refusal
  const form = await readForm(shop, body.value, [])
  if ('refusal' in form) return form.refusal
  const added = await saveProduct(shop, { ...form, origin: { by: member.email, reason: 'added' } })
  if ('kind' in added && added.kind === 'pictures-gone') return picturesGone(form.draft, added.keys)
  if ('kind' in added && added.kind === 'code-taken') return codeTaken(added.taken)
  if ('kind' in added && added.kind === 'no-such-category') return noSuchCategory()
  if ('kind' in added) throw new Error(`A new product cannot be refused: ${added.kind}`)
  const location = `/api/staff/products/${added.id}`
  return Response.json(staffProduct(shop.images, added), { status: 201, headers: { location } })
}

const tee = {
  name: 'Emblem Tee',
  price: '58.50',
  category: 'T-Shirts',
  description: 'Heavy cotton.',
  stock: 12,
  sizes: [{ size: 'M', stock: null }],
  pictures: [],
}

addStaffProduct.docs = {
  summary: 'Add a product',
  detail: 'Where every size has its own count, their sum is the stock of the product.',
  body: { schema: v.object(productFormSchema.entries), example: tee },
  answers: {
    201: {
      means: 'The product as it is stored.',
      schema: staffProductSchema,
      headers: { location: 'The address of the product.' },
    },
  },
} satisfies EndpointDocs

/** PUT /api/staff/products/{id}: the form's fields with `version` and `seen`. 409 when another change was first. */
export async function updateStaffProduct(
  request: Request,
  { shop, staff: { member } }: StaffContext,
): Promise<Response> {
  const body = await readJson(request, changeSchema)
  if ('refusal' in body) return body.refusal
  const { version, seen } = body.value
  const id = idIn(request, toProductId)
  const kept = id === null ? null : await shop.catalog.find(id, { archivedToo: true })
  const form = await readForm(shop, body.value, kept?.sizes.map(({ size }) => size) ?? [])
  if ('refusal' in form) return form.refusal
  if (id === null) return noSuchProduct()
  const saved = await saveProduct(shop, {
    id,
    version,
    seen,
    ...form,
    origin: { by: member.email, reason: 'corrected' },
  })
  if (!('kind' in saved)) return Response.json(staffProduct(shop.images, saved))
  if (saved.kind === 'pictures-gone') return picturesGone(form.draft, saved.keys)
  if (saved.kind === 'code-taken') return codeTaken(saved.taken)
  if (saved.kind === 'no-such-category') return noSuchCategory()
  if (saved.kind !== 'changed-meanwhile') return noSuchProduct()
  return changedProduct({ shop }, saved.current)
}

updateStaffProduct.docs = {
  summary: 'Change a product',
  detail:
    'All fields, with the `version` that the editor saw and the counts in `seen`, so that units sold meanwhile stay sold.',
  params: idParams,
  body: {
    schema: v.object({ ...changeSchema.entries, ...productFormSchema.entries }),
    example: { ...tee, version: 1, seen: { stock: 12, sizes: [{ size: 'M', stock: null }] } },
  },
  answers: PRODUCT_CHANGE_ANSWERS,
} satisfies EndpointDocs

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
  staff('GET /api/staff/products', 'products.read', listStaffProducts),
  staff('POST /api/staff/products', 'products.write', addStaffProduct),
  staff('GET /api/staff/products/:id', 'products.read', findStaffProduct),
  staff('PUT /api/staff/products/:id', 'products.write', updateStaffProduct),
]
