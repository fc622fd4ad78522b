import * as v from 'valibot'
import { toOrderViewId } from '#domain/ids.ts'
import { MAX_ORDER_VIEWS, MAX_VIEW_NAME_LENGTH } from '#domain/orders/order-filters.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { deleteOrderView, saveOrderView } from '#operations/orders/save-order-view.ts'
import { idParams, staffAction } from '#web/api/action.ts'
import { refusal } from '#web/api/endpoint-docs.ts'
import { problem } from '#web/http/problem.ts'
import { savedQuery } from '#web/views/orders/orders-query.ts'

const viewParams = idParams(toOrderViewId, 'There is no such list.')

const viewSchema = v.object({
  name: v.pipe(
    v.string(),
    v.transform((typed) => withoutInvisible(typed.replaceAll('\0', '')).trim()),
    v.nonEmpty('Enter a name.'),
    v.maxLength(MAX_VIEW_NAME_LENGTH, `Use at most ${MAX_VIEW_NAME_LENGTH} characters.`),
  ),
  query: v.pipe(v.string(), v.maxLength(1_000), v.transform(savedQuery)),
})

export const routes = [
  staffAction('PUT /api/staff/order-views/:id', 'orders.note', {
    summary: 'Save a list of orders under a name, or change it',
    detail:
      'Everyone in the shop sees it. The browser makes the id. `query` is that of the address of the list; a search text is left out of it, because it would be about a customer.',
    params: viewParams,
    body: {
      schema: viewSchema,
      example: { name: 'To Canada, oldest first', query: '?state=to-fulfil&sort=placed' },
    },
    answers: {
      204: { means: 'Saved.' },
      409: refusal(`The shop has ${MAX_ORDER_VIEWS} lists already.`),
    },
    async run({ shop, params, body }) {
      const { kind } = await saveOrderView(shop, { ...params, ...body })
      if (kind === 'saved') return null
      const title = `There can be ${MAX_ORDER_VIEWS} saved lists. Delete one first.`
      return problem({ type: 'not-possible', status: 409, title })
    },
  }),
  staffAction('DELETE /api/staff/order-views/:id', 'orders.note', {
    summary: 'Delete a saved list of orders',
    detail: 'The orders stay.',
    params: viewParams,
    answers: { 204: { means: 'There is no such list.' } },
    async run({ shop, params }) {
      await deleteOrderView(shop, params.id)
      return null
    },
  }),
]
