import { describe, expect, expectTypeOf, test } from 'vitest'
import type { Database } from '#db/schema.ts'
import type { OrderId, ProductId, RefundId } from '#domain/ids.ts'
import { readSources } from '#test/support/sources/source-graph.ts'

describe('ids', () => {
  test('are branded in one place', () => {
    const cast = /\bas (readonly )?(Order|Product|Payment|Refund|Dispute|Staff|Message|Subscriber|Bounce)Id\b/
    const holding = readSources().filter(({ text }) => cast.test(text) || /\bas Branded\b/.test(text))
    expect(holding.map(({ path }) => path).filter((path) => path !== 'test/rules/ids.test.ts')).toEqual([
      'domain/ids.ts',
    ])
  })

  test('of one entity are not accepted for another, and no other text for an id', () => {
    expectTypeOf<ProductId>().not.toExtend<OrderId>()
    expectTypeOf<OrderId>().not.toExtend<RefundId>()
    expectTypeOf<string>().not.toExtend<OrderId>()
    expectTypeOf<OrderId>().toExtend<string>()
    expectTypeOf<Database['order_lines']['order_id']>().toEqualTypeOf<OrderId>()
    expectTypeOf<Database['order_lines']['product_id']>().toEqualTypeOf<ProductId>()
  })
})
