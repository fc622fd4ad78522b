import * as v from 'valibot'
import { typedTable } from '#domain/csv.ts'
import { MAX_REDIRECT_LENGTH } from '#domain/redirects/redirect.ts'
import { ignoreMissingPage, readMissingPages } from '#operations/redirects/missing-pages.ts'
import {
  importRedirects,
  readRedirects,
  removeRedirect,
  saveRedirect,
  walkRedirects,
} from '#operations/redirects/redirects.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { exportAnswer } from '#web/api/orders/staff-export.ts'
import type { Shop } from '#operations/shop.ts'
import type { CsvFile } from '#web/http/files/csv-answer.ts'
import { problem } from '#web/http/problem.ts'
import { pageParameter, searchedFor } from '#web/views/list-address.ts'

/** More would not help whoever corrects the file. */
const MAX_NAMED_ROWS = 50

const redirectSchema = v.object({ from: v.string(), to: v.string() })
const typedSchema = v.object({
  from: v.pipe(v.string(), v.maxLength(2 * MAX_REDIRECT_LENGTH)),
  to: v.pipe(v.string(), v.maxLength(2 * MAX_REDIRECT_LENGTH)),
})
const pathSchema = v.pipe(v.string(), v.maxLength(MAX_REDIRECT_LENGTH))
const missingSchema = v.object({
  path: v.string(),
  hits: countSchema,
  lastAt: v.number(),
  meant: v.nullable(v.string()),
})

const EXAMPLE = { from: '/products/red-hoodie', to: '/product/wears-red-hoodie' }

/** The redirects, with Shopify's headings. */
export function redirectsFile(shop: Shop): CsvFile {
  const batches = async function* () {
    for await (const batch of walkRedirects(shop)) yield batch.map(({ from, to }) => [from, to])
  }
  return { name: 'redirects.csv', head: ['Redirect from', 'Redirect to'], batches: batches() }
}

export const routes = [
  staffAction('GET /api/staff/redirects', 'products.write', {
    summary: 'Redirects of old addresses',
    detail: '25 on a page, by their old addresses. `q`: a part of either address.',
    query: v.object({ q: searchedFor, page: pageParameter }),
    answers: {
      200: {
        means: 'The redirects of the page, and how many there are.',
        schema: v.object({
          redirects: v.array(redirectSchema),
          page: countSchema,
          pages: countSchema,
          total: countSchema,
        }),
      },
    },
    async run({ shop, query: { q, page } }) {
      const { rows: redirects, ...list } = await readRedirects(shop, q, page)
      return { redirects, ...list }
    },
  }),
  staffAction('PUT /api/staff/redirects', 'products.write', {
    summary: 'Redirect an old address',
    detail:
      'In place of another redirect of the same old address. Both are paths of the shop, or whole addresses, of which `from` may be of another shop. ' +
      'A redirect takes effect where the shop has no page: with the status 301, whatever its letters’ case and its query.',
    body: { schema: typedSchema, example: EXAMPLE },
    answers: { 200: { means: 'The redirect as it is stored.', schema: redirectSchema } },
    async run({ shop, body }) {
      const outcome = await saveRedirect(shop, body)
      if (outcome.kind !== 'wrong') return outcome.redirect
      const errors = Object.entries(outcome.faults).map(([field, message]) => ({
        path: `/${field}`,
        message,
      }))
      return problem({ type: 'invalid-request', status: 422, title: 'Some fields are wrong.', errors })
    },
  }),
  staffAction('POST /api/staff/redirects/delete', 'products.write', {
    summary: 'Delete a redirect',
    body: { schema: v.object({ from: pathSchema }), example: { from: EXAMPLE.from } },
    answers: {
      200: { means: 'The redirect as it was.', schema: redirectSchema },
      404: refusal('There is no such redirect.'),
    },
    async run({ shop, body: { from } }) {
      const redirect = await removeRedirect(shop, from.replaceAll('\0', ''))
      return redirect ?? problem({ type: 'not-found', status: 404, title: 'There is no such redirect.' })
    },
  }),
  staffAction('GET /api/staff/redirects.csv', 'products.write', {
    summary: 'Redirects as a CSV file',
    detail: 'With Shopify’s headings. Importing it again changes nothing.',
    answers: { 200: { means: 'UTF-8 with a byte order mark.', type: 'text/csv; charset=utf-8' } },
    run: (asked) => exportAnswer(asked.request, asked, 'exported-redirects', redirectsFile(asked.shop)),
  }),
  staffAction('POST /api/staff/redirects/import', 'products.write', {
    summary: 'Import redirects',
    detail:
      'A table of old and new addresses, such as Shopify’s (`Redirect from`, `Redirect to`) or that of WordPress’s Redirection. ' +
      'Rows that are wrong are left out. With `isTrial` nothing is stored: the answer is what importing would do.',
    body: {
      schema: v.object({ ...typedTable().entries, isTrial: v.boolean() }),
      example: { text: `Redirect from,Redirect to\n${EXAMPLE.from},${EXAMPLE.to}`, isTrial: true },
    },
    answers: {
      200: {
        means: 'How many redirects are new, changed and as they were, and the first rows that are wrong.',
        schema: v.object({
          made: countSchema,
          changed: countSchema,
          same: countSchema,
          wrong: countSchema,
          faults: v.array(
            v.object({ line: countSchema, from: v.string(), to: v.string(), message: v.string() }),
          ),
        }),
      },
    },
    async run({ shop, body: { text, isTrial } }) {
      const outcomes = await importRedirects(shop, text, { isTrial })
      if (outcomes === null) {
        const message = 'The first line needs headings, such as Redirect from and Redirect to.'
        const errors = [{ path: '/text', message }]
        return problem({
          type: 'invalid-request',
          status: 422,
          title: 'This is no list of redirects.',
          errors,
        })
      }
      const count = (kind: (typeof outcomes)[number]['kind']) =>
        outcomes.filter((one) => one.kind === kind).length
      const faults = outcomes.flatMap((one) =>
        one.kind === 'wrong'
          ? [{ line: one.line, ...one.typed, message: Object.values(one.faults).join(' ') }]
          : [],
      )
      return {
        made: count('made'),
        changed: count('changed'),
        same: count('same'),
        wrong: faults.length,
        faults: faults.slice(0, MAX_NAMED_ROWS),
      }
    },
  }),
  staffAction('GET /api/staff/missing-pages', 'products.write', {
    summary: 'Addresses that were asked for and are not there',
    detail:
      'The 25 that were asked for most, each with the page that was probably meant. Programs that look for holes are left out.',
    answers: { 200: { means: 'The missing pages.', schema: v.object({ pages: v.array(missingSchema) }) } },
    run: async ({ shop }) => ({ pages: await readMissingPages(shop) }),
  }),
  staffAction('POST /api/staff/missing-pages', 'products.write', {
    summary: 'Ignore a missing page, or list it again',
    body: {
      schema: v.object({ path: pathSchema, isIgnored: v.boolean() }),
      example: { path: '/pages/lookbook-2019', isIgnored: true },
    },
    answers: { 204: { means: 'It is in the list no more, or again.' } },
    async run({ shop, body: { path, isIgnored } }) {
      await ignoreMissingPage(shop, path.replaceAll('\0', ''), isIgnored)
      return null
    },
  }),
]
