import { beforeEach, expect, test, vi } from 'vitest'
import {
  closeCartPanel,
  openCartPanel,
  readCartPanel,
  subscribeToCartPanel,
  toggleCartPanel,
} from './cart-panel.ts'

beforeEach(closeCartPanel)

test('the cart panel can be opened, with or without an added line', () => {
  openCartPanel('tee M')
  expect(readCartPanel()).toEqual({ open: true, added: 'tee M' })
  openCartPanel()
  expect(readCartPanel()).toEqual({ open: true, added: null })
})

test('the cart panel can be closed, also twice', () => {
  openCartPanel('tee M')
  closeCartPanel()
  closeCartPanel()
  expect(readCartPanel().open).toBe(false)
})

test('toggling the cart panel marks no line as added', () => {
  openCartPanel('tee M')
  closeCartPanel()
  toggleCartPanel()
  expect(readCartPanel()).toEqual({ open: true, added: null })
  toggleCartPanel()
  expect(readCartPanel().open).toBe(false)
})

test('a listener is notified of every change, and only of changes', () => {
  const listener = vi.fn()
  const stop = subscribeToCartPanel(listener)
  openCartPanel()
  toggleCartPanel()
  closeCartPanel()
  expect(listener).toHaveBeenCalledTimes(2)
  stop()
  openCartPanel()
  expect(listener).toHaveBeenCalledTimes(2)
})
