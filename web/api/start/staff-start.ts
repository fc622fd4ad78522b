import * as v from 'valibot'
import { readDemo, removeDemo } from '#operations/start/remove-demo.ts'
import { readStart, START_STEPS } from '#operations/start/read-start.ts'
import { staffAction } from '#web/api/action.ts'
import { countSchema } from '#web/api/count-schema.ts'
import { editorOf } from '#web/api/settings/staff-settings.ts'
import { notPermitted } from '#web/http/staff-only.ts'

const removed = v.object(
  v.entriesFromList(
    ['products', 'kept', 'charts', 'categories', 'orders', 'subscribers'] as const,
    countSchema,
  ),
)

export const routes = [
  staffAction('GET /api/staff/start', 'settings.write', {
    summary: 'What is left to do before the shop sells',
    detail: 'Each step and whether it is done; and what there is of the demo, and of trying it out.',
    answers: {
      200: {
        means: 'The steps, and how much can be removed.',
        schema: v.object({
          steps: v.array(v.object({ step: v.picklist(START_STEPS), isDone: v.boolean() })),
          demo: v.object({
            products: v.array(v.string()),
            charts: v.array(v.string()),
            categories: v.array(v.string()),
            orders: countSchema,
            keptOrders: countSchema,
            subscribers: countSchema,
          }),
        }),
      },
    },
    async run({ shop }) {
      const [done, demo] = await Promise.all([readStart(shop), readDemo(shop)])
      const keptOrders = demo.orders.filter(({ obstacle }) => obstacle !== null).length
      return {
        steps: START_STEPS.map((step) => ({ step, isDone: done[step] })),
        demo: {
          products: demo.products.map(({ id }) => id),
          charts: demo.charts,
          categories: demo.categories.map(({ value }) => value),
          orders: demo.orders.length - keptOrders,
          keptOrders,
          subscribers: demo.subscribers,
        },
      }
    },
  }),
  staffAction('POST /api/staff/start/remove-demo', 'customers.erase', {
    summary: 'Remove the demo, test orders and subscribers',
    detail:
      'Demo products that were not renamed, their size charts and the categories that nothing else uses; test orders, whose units go back to stock; every subscriber. There is no undo. It can be repeated: what was interrupted is finished.',
    body: {
      schema: v.object({ products: v.boolean(), orders: v.boolean(), subscribers: v.boolean() }),
      example: { products: true, orders: true, subscribers: false },
    },
    answers: {
      200: {
        means: 'How much was removed. `kept`: products of real orders, which are deleted like any other.',
        schema: removed,
      },
    },
    async run(asked) {
      const { shop, body, staff } = asked
      const needed = [body.products && 'products.write', body.subscribers && 'subscribers.write'] as const
      if (needed.some((one) => one && !staff.permissions.includes(one))) return notPermitted()
      return removeDemo(shop, body, { ...editorOf(asked), by: staff.member.email })
    },
  }),
]
