import * as v from 'valibot'
import { SHOPIFY_HEAD } from '#domain/import/shopify-rows.ts'
import type { ProductImport } from '#domain/import/import.ts'
import { mappingSchema, OPTION_ROLES } from '#domain/import/mapping.ts'
import { shopDay } from '#domain/shop-day.ts'
import { toImportId, type ImportId } from '#domain/ids.ts'
import { IMPORT_PERMISSIONS } from '#domain/import/import-table.ts'
import type { Shop } from '#operations/shop.ts'
import type { StaffContext } from '#web/api/api-context.ts'
import { exportProducts } from '#operations/import/export-products.ts'
import { openImport } from '#operations/import/open-import.ts'
import { TableFault } from '#operations/import/read-table.ts'
import { ARCHIVE_TOO_LARGE, keepArchive, MAX_ARCHIVE_BYTES } from '#operations/import/picture-archive.ts'
import { MAX_PICTURE_BYTES } from '#operations/import/fetch-picture.ts'
import { FILE_TOO_LARGE, MAX_FILE_BYTES, receiveFile } from '#operations/import/receive-file.ts'
import { REPORT_HEAD, reportImport } from '#operations/import/report-import.ts'
import { requestImport } from '#operations/import/run-imports.ts'
import { readImport, readImports, startImport, tryImport } from '#operations/import/try-import.ts'
import { idParams, noSuch, staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { exportAnswer, recordAnswer } from '#web/api/orders/staff-export.ts'
import { editorOf } from '#web/api/settings/staff-settings.ts'
import { uploadFailure } from '#web/api/upload-failure.ts'
import { bodyChunks } from '#web/http/files/body-chunks.ts'
import { fileAnswer } from '#web/http/files/csv-answer.ts'
import { problem } from '#web/http/problem.ts'
import { exportEverything } from './export-everything.ts'

type Staff = StaffContext['staff']

const importParams = idParams(toImportId, 'There is no such import.')
const nameSchema = v.object({ name: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(200)), '') })

const countsSchema = v.object({
  made: countSchema,
  changed: countSchema,
  same: countSchema,
  wrong: countSchema,
  undone: countSchema,
  kept: countSchema,
})

const importSchema = v.object({
  id: v.string(),
  brings: v.picklist(['products', 'product-list', 'subscribers']),
  fileName: v.string(),
  state: v.picklist(['reading', 'ready', 'running', 'paused', 'done', 'undoing', 'undone']),
  mapping: mappingSchema,
  rows: countSchema,
  listed: countSchema,
  done: countSchema,
  createdAt: v.number(),
  endedAt: v.nullable(v.number()),
  counts: countsSchema,
})

const noteSchema = v.object({ line: countSchema, column: v.string(), message: v.string() })

const trialSchema = v.object({
  counts: v.pick(countsSchema, ['made', 'changed', 'same', 'wrong']),
  results: v.array(
    v.object({
      line: countSchema,
      outcome: v.picklist(['made', 'changed', 'same', 'wrong', 'undone', 'kept']),
      name: v.string(),
      notes: v.array(noteSchema),
    }),
  ),
  categories: v.array(v.object({ label: v.string(), isNew: v.boolean(), sizes: v.array(v.string()) })),
  options: v.array(v.object({ name: v.string(), role: v.nullable(v.picklist(OPTION_ROLES)) })),
  named: v.array(v.string()),
  locations: v.array(v.string()),
  unused: v.array(v.string()),
  archive: v.nullable(v.object({ files: countSchema, used: countSchema })),
})

const EXAMPLE = { options: { material: 'name' }, categories: { Tees: 'Shirts' }, taxPercent: 0 } as const

const shown = ({ headings: _headings, ...rest }: ProductImport) => ({
  ...rest,
  id: String(rest.id),
  counts: { ...rest.counts },
})

/** An import that the member may see: people are for those who may change subscribers. */
async function findOwn(shop: Shop, id: ImportId, { permissions }: Staff): Promise<ProductImport | null> {
  const found = await readImport(shop, id)
  return found !== null && permissions.includes(IMPORT_PERMISSIONS[found.brings]) ? found : null
}

const unusable = (message: string) =>
  problem({ type: 'unusable-file', status: 422, title: message, errors: [{ path: '', message }] })

export const routes = [
  staffAction('GET /api/staff/imports', 'products.write', {
    summary: 'Imports of products',
    detail: 'The newest 20. What became of one is kept for 30 days.',
    answers: { 200: { means: 'The imports.', schema: v.object({ imports: v.array(importSchema) }) } },
    run: async ({ shop, staff }) => ({
      imports: (await readImports(shop))
        .filter(({ brings }) => staff.permissions.includes(IMPORT_PERMISSIONS[brings]))
        .map(shown),
    }),
  }),
  staffAction('POST /api/staff/imports', 'products.write', {
    summary: 'Upload a file of products',
    detail:
      'Nothing of it is written until the import is started. Products of Shopify (older and newer headings), of WooCommerce and of this shop’s own export, and lists of counts and prices by SKU, barcode or handle (Shopify’s inventory too), and people with consent to emails (customers of Shopify and WooCommerce, subscribers; needs `subscribers.write`) are told apart by their headings.',
    query: nameSchema,
    upload: {
      type: 'text/csv',
      detail: `One file of at most ${MAX_FILE_BYTES / 1_000_000} MB as the body, in UTF-8, UTF-16 or Windows-1252, with commas, semicolons or tabs.`,
    },
    answers: {
      201: { means: 'The import, ready to be tried and started.', schema: importSchema },
      413: refusal('The file is too large.'),
      422: refusal('The file cannot be read, or is no list of products (type `unusable-file`).'),
    },
    async run({ shop, incoming, request, query, staff }) {
      const tooLarge = () => problem({ type: 'too-many-bytes', status: 413, title: FILE_TOO_LARGE })
      if (Number(request.headers.get('content-length')) > MAX_FILE_BYTES) return tooLarge()
      try {
        const opened = await receiveFile(bodyChunks(incoming), (path) =>
          openImport(shop, {
            path,
            name: query.name || 'products.csv',
            may: (kind) => staff.permissions.includes(IMPORT_PERMISSIONS[kind]),
          }),
        )
        return 'kind' in opened ? unusable(opened.message) : shown(opened)
      } catch (error) {
        if (error instanceof TableFault) return tooLarge()
        const words = 'The file could not be kept.'
        return uploadFailure({ shop }, error, { logged: words, failed: words, busy: words })
      }
    },
  }),
  staffAction('GET /api/staff/imports/:id', 'products.write', {
    summary: 'An import of products',
    detail: '`done` of `listed` products are dealt with; `counts` says what became of them.',
    params: importParams,
    answers: { 200: { means: 'The import.', schema: importSchema } },
    async run({ shop, params: { id }, staff }) {
      const found = await findOwn(shop, id, staff)
      return found === null ? noSuch(importParams) : shown(found)
    },
  }),
  staffAction('POST /api/staff/imports/:id/trial', 'products.write', {
    summary: 'Try an import',
    detail:
      'Writes nothing but the mapping, with which the import will run: what each option is, by its name in lower case, and which category here stands for each of the file.',
    params: importParams,
    body: { schema: mappingSchema, example: EXAMPLE },
    answers: {
      200: {
        means:
          'What would be made and changed, the categories and sizes that would be added, and the first faults.',
        schema: trialSchema,
      },
      409: refusal('The import has begun.'),
    },
    async run({ shop, params: { id }, body, staff }) {
      if ((await findOwn(shop, id, staff)) === null) return noSuch(importParams)
      const trial = await tryImport(shop, id, body)
      if (trial === null)
        return problem({ type: 'not-possible', status: 409, title: 'This import has begun.' })
      return { ...trial, results: trial.results.map((one) => ({ ...one, notes: [...one.notes] })) }
    },
  }),
  staffAction('POST /api/staff/imports/:id/pictures', 'products.write', {
    summary: 'Upload the images of an import',
    detail:
      'A ZIP file whose files have the names that the table gives, alone or at the end of an address. It takes the place of an earlier one, and is deleted when the import is done.',
    params: importParams,
    upload: {
      type: 'application/zip',
      detail: `One ZIP file of at most ${MAX_ARCHIVE_BYTES / 1_000_000_000} GB as the body. An image in it has at most ${MAX_PICTURE_BYTES / 1_000_000} MB.`,
    },
    answers: {
      201: { means: 'How many files it has.', schema: v.object({ files: countSchema }) },
      409: refusal('The import runs, or is over.'),
      413: refusal('The file is too large.'),
      422: refusal('The file is no ZIP file that can be read (type `unusable-file`).'),
    },
    async run({ shop, incoming, request, params: { id } }) {
      const found = await readImport(shop, id)
      if (found === null) return noSuch(importParams)
      if (found.brings !== 'products' || (found.state !== 'ready' && found.state !== 'paused'))
        return notNow()
      const tooLarge = () => problem({ type: 'too-many-bytes', status: 413, title: ARCHIVE_TOO_LARGE })
      const bytes = Number(request.headers.get('content-length') ?? MAX_ARCHIVE_BYTES)
      if (bytes > MAX_ARCHIVE_BYTES) return tooLarge()
      try {
        const files = await keepArchive(shop, id, { chunks: bodyChunks(incoming), bytes })
        return Response.json({ files }, { status: 201 })
      } catch (error) {
        if (error instanceof TableFault)
          return error.message === ARCHIVE_TOO_LARGE ? tooLarge() : unusable(error.message)
        const words = 'The file could not be kept.'
        return uploadFailure({ shop }, error, { logged: words, failed: words, busy: words })
      }
    },
  }),
  staffAction('PUT /api/staff/imports/:id/state', 'products.write', {
    summary: 'Start, pause or take back an import',
    detail:
      '`running` starts it or lets it go on, in the background. `undoing` takes back within a day what nobody has changed since. Categories and sizes that the shop lacks are added at the start, which needs the permission to change settings.',
    params: importParams,
    body: {
      schema: v.object({ state: v.picklist(['running', 'paused', 'undoing']) }),
      example: { state: 'running' },
    },
    answers: {
      200: { means: 'The import as it is now.', schema: importSchema },
      409: refusal(
        'It is not in a state from which that can be, or only an owner can add its categories and sizes.',
      ),
    },
    async run(asked) {
      const { shop, params, body, staff } = asked
      const found = await findOwn(shop, params.id, staff)
      if (found === null) return noSuch(importParams)
      if (body.state === 'running') {
        const started = await startImport(shop, found, editorOf(asked))
        if (started.kind === 'categories')
          return problem({ type: 'needs-owner', status: 409, title: started.message })
        if (started.kind === 'not-possible') return notNow()
      } else if (!(await requestImport(shop, found, body.state))) return notNow()
      return shown((await readImport(shop, params.id))!)
    },
  }),
  staffAction('GET /api/staff/imports/:id/report.csv', 'products.write', {
    summary: 'The report of an import as a CSV file',
    params: importParams,
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    async run(asked) {
      if ((await findOwn(asked.shop, asked.params.id, asked.staff)) === null) return noSuch(importParams)
      return exportAnswer(asked.request, asked, 'exported-import', {
        name: 'import.csv',
        head: REPORT_HEAD,
        batches: reportImport(asked.shop, asked.params.id),
      })
    },
  }),
  staffAction('GET /api/staff/export.zip', 'products.write', {
    summary: 'Everything as a ZIP file',
    detail:
      'Products (in Shopify’s format), redirects, deliveries, the stock ledger, orders, customers, subscribers, messages, gift cards, settings with size charts, and pictures: what the permissions of the member or key allow. The file is made while it is sent.',
    answers: { 200: { means: 'The ZIP file.', type: 'application/zip' } },
    async run(asked) {
      const { request, shop, staff } = asked
      await recordAnswer(request, asked, 'exported-everything')
      const name = `shop-${shopDay(shop.now(), shop.settings.timeZone)}.zip`
      const chunks = exportEverything(shop, (permission) => staff.permissions.includes(permission))
      return fileAnswer(shop, { name, type: 'application/zip' }, chunks)
    },
  }),
  staffAction('GET /api/staff/products.csv', 'products.write', {
    summary: 'Products as a CSV file',
    detail:
      'In Shopify’s format, with columns of this shop’s own. Drafts and products that are not published yet are in it, deleted ones are not. Importing it changes nothing here, and makes the same products in another shop.',
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    run: (asked) =>
      exportAnswer(asked.request, asked, 'exported-products', {
        name: 'products.csv',
        head: SHOPIFY_HEAD,
        batches: exportProducts(asked.shop),
      }),
  }),
]

function notNow(): Response {
  return problem({ type: 'not-possible', status: 409, title: 'This import is not where that can be done.' })
}
