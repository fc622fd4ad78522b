import * as v from 'valibot'
import { itemCodeSchema } from '#domain/packing/packing-forms.ts'
import { findItem, saveItemCode } from '#operations/packing/save-item-code.ts'
import { staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'

const itemSchema = v.object({ name: v.string(), size: v.string() })

export const routes = [
  staffAction('GET /api/staff/packing/item', 'orders.fulfil', {
    summary: 'The item with a barcode',
    query: v.object({ barcode: v.string() }),
    answers: {
      200: {
        means: 'The item; null when no item has this barcode.',
        schema: v.object({ item: v.nullable(itemSchema) }),
      },
    },
    async run({ shop, request }) {
      const barcode = new URL(request.url).searchParams.get('barcode')?.replaceAll('\0', '').trim() ?? ''
      const item = await findItem(shop, barcode)
      return { item: item && { name: item.name, size: item.size } }
    },
  }),
  staffAction('PUT /api/staff/packing/item', 'products.write', {
    summary: 'Set bin and barcode of a size',
    detail: 'Both may be empty. A barcode belongs to one size of one product.',
    body: {
      schema: itemCodeSchema,
      example: { productId: 'emblem-hoodie', size: 'M', bin: 'A-12', barcode: '0628504123456' },
    },
    answers: { 204: { means: 'Saved.' }, 404: refusal('There is no such product.') },
    async run({ shop, body }) {
      const outcome = await saveItemCode(shop, body)
      switch (outcome.kind) {
        case 'saved':
          return null
        case 'unknown-product':
          return problem({ type: 'not-found', status: 404, title: 'There is no such product.' })
        case 'taken': {
          const message = `${outcome.by.name}, size ${outcome.by.size}, already has this barcode.`
          const errors = [{ path: '/barcode', message }]
          return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
        }
      }
    },
  }),
]
