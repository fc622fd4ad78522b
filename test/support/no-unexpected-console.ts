import { afterEach, beforeEach, expect, vi } from 'vitest'

/** An unexpected console error or warning fails the test. A test that expects one mocks the method. */
const methods = ['error', 'warn'] as const

beforeEach(() => {
  for (const method of methods) vi.spyOn(console, method)
})

afterEach(() => {
  const complaints = methods.flatMap((method) => {
    const spy = vi.mocked(console[method])
    return vi.isMockFunction(spy) && spy.getMockImplementation() === undefined ? spy.mock.calls : []
  })
  vi.restoreAllMocks()
  expect(complaints).toEqual([])
})
