import * as v from 'valibot'
import { keysOf } from '#domain/record-of.ts'
import type { Setting } from './setting.ts'

const ORDERS = {
  hold: 'Take their order, and hold it until somebody has looked at it',
  refuse: 'Do not take their order at the checkout',
} as const satisfies Record<string, string>

const DISPUTES = {
  suggest: 'Offer it at the order',
  opened: 'Block them at once, until the dispute is won',
  lost: 'Block them once the dispute is lost',
} as const satisfies Record<string, string>

const DAYS = {
  '90': 'For 90 days',
  '365': 'For a year',
  '1095': 'For three years',
  never: 'For good',
} as const

/** What follows from the block list. */
export interface BlockListSetting {
  orders: keyof typeof ORDERS
  disputes: keyof typeof DISPUTES
  days: keyof typeof DAYS
}

/** Nobody is refused, and nobody is blocked by the shop itself, until an owner says so. */
export const BLOCK_LIST: Setting<BlockListSetting> = {
  name: 'block-list',
  label: 'Block list',
  lead: 'Who is on the list is under Orders, Block list. They win in no draw and get no early access. A card is only known once it has paid: its order is held in any case. Nobody is told that they are on the list.',
  schema: v.object({
    orders: v.picklist(keysOf(ORDERS)),
    disputes: v.picklist(keysOf(DISPUTES)),
    days: v.picklist(keysOf(DAYS)),
  }),
  fallback: { orders: 'hold', disputes: 'suggest', days: '365' },
  fields: {
    orders: { label: 'When somebody on the list orders', kind: 'choice', choices: ORDERS },
    disputes: { label: 'When a payment is disputed', kind: 'choice', choices: DISPUTES },
    days: {
      label: 'How long a dispute blocks',
      kind: 'choice',
      choices: DAYS,
      hint: 'The email, the address and the card of the disputed order.',
    },
  },
}
