import { afterEach, beforeEach, expect, vi } from 'vitest'

/** A complaint on the console that no test expects is a failure. A test that expects one mocks the method itself. */
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
