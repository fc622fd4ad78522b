import { describe, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { PERMISSIONS, ROLE_PERMISSIONS } from '#domain/staff/permissions.ts'
import {
  allowedActions,
  findObstacle,
  ORDER_ACTION_NAMES,
  ORDER_ACTIONS,
  type OrderStatus,
} from './allowed-actions.ts'
import { mayBecome, ORDER_STATES } from './order.ts'

const status = (changes: Partial<OrderStatus> = {}): OrderStatus => ({
  state: 'paid',
  fulfilment: 'unfulfilled',
  wasCancelled: false,
  isErased: false,
  money: { left: cents(50_00), isReturned: false, isRefundWaiting: false, isOverRefunded: false },
  ...changes,
})

const allowed = (
  changes: Partial<OrderStatus>,
  permissions = PERMISSIONS as readonly (typeof PERMISSIONS)[number][],
) =>
  Object.entries(allowedActions(status(changes), permissions))
    .filter(([, may]) => may)
    .map(([action]) => action)

const always = ['note', 'tag', 'resend-mail']

describe('the actions of an owner on an order', () => {
  test.each([
    ['pending', ['cancel']],
    ['paid', ['fulfil', 'hold', 'address', 'email', 'items', 'exchange', 'cancel', 'refund']],
    ['fulfilled', ['tracking', 'undo-fulfilment', 'email', 'exchange', 'refund']],
    ['refunded-in-part', ['fulfil', 'hold', 'address', 'email', 'items', 'exchange', 'cancel', 'refund']],
    ['refunded', ['email']],
    ['cancelled', ['email']],
    ['expired', []],
    ['needs-attention', ['email', 'cancel', 'refund', 'resolve']],
  ] as const)('that is %s', (state, actions) => {
    const isFulfilled = state === 'fulfilled'
    const fulfilment = isFulfilled ? 'fulfilled' : 'unfulfilled'
    expect(allowed({ state, fulfilment, isRecentlyFulfilled: isFulfilled })).toEqual([...actions, ...always])
  })

  test('a sent order is neither sent again nor cancelled', () => {
    expect(allowed({ state: 'refunded-in-part', fulfilment: 'fulfilled' })).toEqual([
      'tracking',
      'email',
      'exchange',
      'refund',
      ...always,
    ])
    expect(allowed({ state: 'needs-attention', fulfilment: 'fulfilled' })).toEqual([
      'tracking',
      'email',
      'refund',
      'resolve',
      ...always,
    ])
  })

  test('an order that was sent in part can be sent, tracked, undone, changed and refunded, and keeps its address', () => {
    const part = { fulfilment: 'partially-fulfilled', isRecentlyFulfilled: true } as const
    expect(allowed(part)).toEqual([
      'fulfil',
      'hold',
      'tracking',
      'undo-fulfilment',
      'email',
      'items',
      'exchange',
      'refund',
      ...always,
    ])
  })

  test('an order on hold is not sent until it is released; its address and items can be corrected', () => {
    const held = { isOnHold: true }
    expect(allowed(held)).toEqual([
      'release',
      'address',
      'email',
      'items',
      'exchange',
      'cancel',
      'refund',
      ...always,
    ])
    expect(findObstacle('fulfil', status(held), PERMISSIONS)).toBe('on-hold')
  })

  test('an order of which nothing is left to send is not fulfilled', () => {
    expect(allowed({ fulfilment: 'nothing-to-fulfil' })).toEqual([
      'email',
      'exchange',
      'cancel',
      'refund',
      ...always,
    ])
  })

  test('a fulfilment is undone while it is recent, unless the order needs attention or was refunded', () => {
    const sent = { fulfilment: 'fulfilled', isRecentlyFulfilled: true } as const
    const why = (changes: Partial<OrderStatus>) =>
      findObstacle('undo-fulfilment', status({ state: 'fulfilled', ...sent, ...changes }), PERMISSIONS)
    expect(why({})).toBeNull()
    expect(why({ state: 'refunded-in-part' })).toBeNull()
    expect(why({ isRecentlyFulfilled: false })).toBe('too-late')
    expect(why({ state: 'refunded' })).toBe('not-possible')
    expect(why({ state: 'needs-attention' })).toBe('not-possible')
    expect(why({ state: 'paid', fulfilment: 'unfulfilled' })).toBe('not-possible')
    expect(why({ isErased: true })).toBe('erased')
  })

  test('an order that is being refunded in full is not sent, and not refunded again', () => {
    const order = status({
      money: { left: cents(0), isReturned: false, isRefundWaiting: true, isOverRefunded: false },
    })
    expect(findObstacle('fulfil', order, PERMISSIONS)).toBe('refund-waiting')
    expect(findObstacle('refund', order, PERMISSIONS)).toBe('nothing-left')
  })

  test('an over-refunded order can be cancelled once', () => {
    const lost = {
      state: 'needs-attention',
      money: { left: cents(0), isReturned: false, isRefundWaiting: false, isOverRefunded: true },
    } as const
    expect(allowed(lost)).toContain('cancel')
    expect(allowed({ ...lost, wasCancelled: true })).not.toContain('cancel')
  })

  test('no mail is sent to a customer whose data was deleted', () => {
    expect(findObstacle('resend-mail', status({ isErased: true }), PERMISSIONS)).toBe('erased')
  })

  test('every order that may be cancelled has a transition to cancelled', () => {
    for (const state of ORDER_STATES) {
      if (allowed({ state }).includes('cancel')) expect(mayBecome(state, 'cancelled'), state).toBe(true)
    }
  })
})

describe('a role', () => {
  test('of a packer allows only sending, holding, exchanging and adding notes', () => {
    expect(allowed({}, ROLE_PERMISSIONS.packer)).toEqual(['fulfil', 'hold', 'exchange', 'note', 'tag'])
    expect(allowed({ state: 'needs-attention' }, ROLE_PERMISSIONS.packer)).toEqual(['note', 'tag'])
  })

  test.each(ORDER_ACTION_NAMES)('without its permission does not allow %s', (action) => {
    for (const state of ORDER_STATES) {
      const others = PERMISSIONS.filter((permission) => permission !== ORDER_ACTIONS[action].permission)
      expect(findObstacle(action, status({ state }), others)).toBe('not-permitted')
    }
  })
})
