import * as v from 'valibot'
import { typedTable } from '#domain/csv.ts'
import { itemCodeSchema } from '#domain/packing/packing-forms.ts'
import { CODE_HEADINGS, MAX_CODE_ROWS } from '#domain/packing/parse-codes.ts'
import {
  findItem,
  importItemCodes,
  listItemCodes,
  saveItemCode,
  type WrongCodeRow,
} from '#operations/packing/save-item-code.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { csvAnswer } from '#web/http/files/csv-answer.ts'
import { problem } from '#web/http/problem.ts'

/** More would not help whoever corrects the file. */
const MAX_NAMED_ROWS = 50

function wrongWords(row: WrongCodeRow): string {
  switch (row.kind) {
    case 'no-headings':
      return 'The first line needs headings, such as Product, Size, SKU, Barcode and Bin.'
    case 'too-many':
      return `A file may have ${MAX_CODE_ROWS.toLocaleString('en-CA')} rows. Import the rest afterwards.`
    case 'too-long':
      return 'A code is too long.'
    case 'doubled':
      return 'This size is in an earlier row too.'
    case 'unknown-item':
      return 'No product has this name and size, or several have.'
    case 'taken':
      return `${row.by.name}, size ${row.by.size}, already has this barcode or SKU.`
  }
}

const itemSchema = v.object({ name: v.string(), size: v.string() })

export const routes = [
  staffAction('GET /api/staff/packing/item', 'orders.fulfil', {
    summary: 'The item with a barcode',
    query: v.object({ barcode: v.optional(v.string(), '') }),
    answers: {
      200: {
        means: 'The item; null when no item has this barcode.',
        schema: v.object({ item: v.nullable(itemSchema) }),
      },
    },
    async run({ shop, query: { barcode } }) {
      const item = await findItem(shop, barcode.replaceAll('\0', '').trim())
      return { item: item && { name: item.name, size: item.size } }
    },
  }),
  staffAction('PUT /api/staff/packing/item', 'orders.fulfil', {
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
  staffAction('GET /api/staff/packing/codes', 'orders.fulfil', {
    summary: 'Bins, barcodes and SKUs of all sizes',
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run({ shop }) {
      const items = await listItemCodes(shop)
      const rows = items.map((item) => [
        item.productId,
        item.name,
        item.size,
        item.sku,
        item.barcode,
        item.bin,
      ])
      return csvAnswer(
        shop,
        'codes.csv',
        CODE_HEADINGS,
        (async function* () {
          yield rows
        })(),
      )
    },
  }),
  staffAction('POST /api/staff/packing/codes', 'orders.fulfil', {
    summary: 'Import bins, barcodes and SKUs',
    detail:
      'A table with the headings of the exported file. A row names a size by product and size, or by its SKU; codes ' +
      'without a column stay as they are. All rows are saved or, if one is wrong, none.',
    body: { schema: typedTable(), example: { text: 'Product,Size,Bin\nEmblem Hoodie,M,A-12' } },
    answers: {
      200: { means: 'How many sizes changed.', schema: v.object({ changed: countSchema }) },
      409: refusal('A row is wrong. `errors` names each; nothing was changed.'),
    },
    async run({ shop, body }) {
      const outcome = await importItemCodes(shop, body.text)
      if (outcome.kind === 'saved') return { changed: outcome.changed }
      return problem({
        type: 'not-possible',
        status: 409,
        title:
          outcome.wrong.length === 1
            ? 'A row is wrong, so nothing was changed.'
            : `${outcome.wrong.length} rows are wrong, so nothing was changed.`,
        errors: outcome.wrong.slice(0, MAX_NAMED_ROWS).map((row) => ({
          path: `/rows/${row.line}`,
          message: `Row ${row.line}: ${wrongWords(row)}`,
        })),
      })
    },
  }),
]
