import { beforeEach, expect, test, vi } from 'vitest'
import {
  closeCartPanel,
  openCartPanel,
  readCartPanel,
  subscribeToCartPanel,
  toggleCartPanel,
} from './cart-panel.ts'

beforeEach(closeCartPanel)

test('the cart panel can be opened, for the line that was added or for none', () => {
  openCartPanel('tee M')
  expect(readCartPanel()).toEqual({ open: true, added: 'tee M' })
  openCartPanel()
  expect(readCartPanel()).toEqual({ open: true, added: null })
})

test('the cart panel can be closed, and stays closed when it is closed again', () => {
  openCartPanel('tee M')
  closeCartPanel()
  closeCartPanel()
  expect(readCartPanel().open).toBe(false)
})

test('the cart panel can be toggled, and then names no line as just added', () => {
  openCartPanel('tee M')
  closeCartPanel()
  toggleCartPanel()
  expect(readCartPanel()).toEqual({ open: true, added: null })
  toggleCartPanel()
  expect(readCartPanel().open).toBe(false)
})

test('who listens hears of every change, and of nothing else', () => {
  const hear = vi.fn()
  const stop = subscribeToCartPanel(hear)
  openCartPanel()
  toggleCartPanel()
  closeCartPanel()
  expect(hear).toHaveBeenCalledTimes(2)
  stop()
  openCartPanel()
  expect(hear).toHaveBeenCalledTimes(2)
})
