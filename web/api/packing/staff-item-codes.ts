import * as v from 'valibot'
import { itemCodeSchema } from '#domain/packing/packing-forms.ts'
import { findItem, saveItemCode } from '#operations/packing/save-item-code.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { readJson } from '#web/http/read-json.ts'
import { staff } from '#web/route.ts'

const itemSchema = v.object({ name: v.string(), size: v.string() })

/** GET /api/staff/packing/item?barcode=: the item that a barcode names. */
export async function findStaffItem(request: Request, { shop }: StaffContext): Promise<Response> {
  const barcode = new URL(request.url).searchParams.get('barcode')?.replaceAll('\0', '').trim() ?? ''
  const item = await findItem(shop, barcode)
  return Response.json({ item: item && { name: item.name, size: item.size } })
}

findStaffItem.docs = {
  summary: 'The item with a barcode',
  query: v.object({ barcode: v.string() }),
  answers: {
    200: {
      means: 'The item; null when no item has this barcode.',
      schema: v.object({ item: v.nullable(itemSchema) }),
    },
  },
} satisfies EndpointDocs

/** PUT /api/staff/packing/item: bin and barcode of a size of a product. */
export async function saveStaffItemCode(request: Request, { shop }: StaffContext): Promise<Response> {
  const body = await readJson(request, itemCodeSchema)
  if ('refusal' in body) return body.refusal
  const outcome = await saveItemCode(shop, body.value)
  switch (outcome.kind) {
    case 'saved':
      return new Response(null, { status: 204 })
    case 'unknown-product':
      return problem({ type: 'not-found', status: 404, title: 'There is no such product.' })
    case 'taken': {
      const message = `${outcome.by.name}, size ${outcome.by.size}, already has this barcode.`
      const errors = [{ path: '/barcode', message }]
      return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
    }
  }
}

saveStaffItemCode.docs = {
  summary: 'Set bin and barcode of a size',
  detail: 'Both may be empty. A barcode belongs to one size of one product.',
  body: {
    schema: itemCodeSchema,
    example: { productId: 'emblem-hoodie', size: 'M', bin: 'A-12', barcode: '0628504123456' },
  },
  answers: { 204: { means: 'Saved.' }, 404: refusal('There is no such product.') },
} satisfies EndpointDocs

export const routes = [
  staff('GET /api/staff/packing/item', 'orders.fulfil', findStaffItem),
  staff('PUT /api/staff/packing/item', 'products.write', saveStaffItemCode),
]
