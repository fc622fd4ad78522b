import * as v from 'valibot'
import { chosenItemEntries } from '#domain/checkout/manual-order.ts'
import { EXTERNAL_METHOD_NAMES } from '#domain/checkout/payment.ts'
import { withoutInvisible } from '#domain/plain-text.ts'
import { versionSchema as version } from '#domain/version.ts'

/** How staff can settle an increase immediately. `waive`: the customer does not pay it. */
export const SETTLED_INCREASE_METHODS = [...EXTERNAL_METHOD_NAMES, 'waive'] as const

/** How an increase of the total can be settled. `link`: the customer is asked to pay it by a link. */
export const INCREASE_METHODS = ['link', ...SETTLED_INCREASE_METHODS] as const

const settledBy = <const Method extends string>(methods: readonly Method[]) =>
  v.pipe(
    v.object({
      method: v.picklist(methods, 'Choose how the difference is settled.'),
      words: v.pipe(
        v.optional(v.string(), ''),
        v.transform((typed) => withoutInvisible(typed.replaceAll(/\p{Cc}/gu, ' ')).trim()),
        v.maxLength(200, 'Use at most 200 characters.'),
      ),
    }),
    v.forward(
      v.partialCheck(
        [['method'], ['words']],
        ({ method, words }) => method !== 'waive' || words !== '',
        'Enter a reason.',
      ),
      ['words'],
    ),
  )

/** How an increase is settled. `words`: why it is waived, or the reference of the payment; unused by a link. */
export const increaseSchema = settledBy(INCREASE_METHODS)

/**
 * A step with the balance of an order. `send`: the payment link once more, for another seven days. `cancel`: the link,
 * while the balance stays due. `settle`: without the link. `undo`: the change that costs more.
 */
export const balanceSchema = v.variant('step', [
  v.object({ version, step: v.literal('send') }),
  v.object({ version, step: v.literal('cancel') }),
  v.object({ version, step: v.literal('undo') }),
  v.object({ version, step: v.literal('settle'), increase: settledBy(SETTLED_INCREASE_METHODS) }),
])

const changeEntries = {
  position: v.pipe(v.number(), v.integer(), v.minValue(0)),
  quantity: chosenItemEntries.quantity,
  to: v.object(chosenItemEntries),
}

/** A change of items to price. `quantity`: how many units of the line at `position` are replaced. */
export const itemsPriceSchema = v.object({ change: v.object(changeEntries) })

/** Other items in an order. `difference`: how much more or less the order costs, as shown to staff, in cents. */
export const itemsSchema = v.object({
  version,
  change: v.object(changeEntries, 'Choose an item and its size.'),
  difference: v.pipe(v.number(), v.safeInteger()),
  increase: v.optional(increaseSchema),
  checkedGateway: v.optional(v.boolean()),
})
