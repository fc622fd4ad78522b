import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { consoleLog } from './console-log.ts'
import { forRequest } from './monitoring/current-request.ts'

let out: string[]
let errors: string[]
beforeEach(() => {
  out = []
  errors = []
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => (out.push(String(text)), true))
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => (errors.push(String(text)), true))
})
afterEach(() => void vi.restoreAllMocks())

describe('the log as JSON', () => {
  test('has one object on each line, with time, level and message', () => {
    const log = consoleLog([], 'json')
    log.info('The shop is open', { port: 3000 })
    log.error('A request failed', new TypeError('It is\nbroken'), { path: '/shop', message: 'not mine' })
    expect([...out, ...errors].map((line) => JSON.parse(line))).toEqual([
      { time: expect.any(String), level: 'info', message: 'The shop is open', port: 3000 },
      {
        time: expect.any(String),
        level: 'error',
        message: 'A request failed',
        path: '/shop',
        error: { name: 'TypeError', message: 'It is\nbroken', stack: expect.any(String) },
      },
    ])
    expect([...out, ...errors].every((line) => line.indexOf('\n') === line.length - 1)).toBe(true)
  })

  test('names the request that the work belongs to', async () => {
    const log = consoleLog([], 'json')
    await forRequest({ id: 'abc', route: null }, async () => {
      await Promise.resolve()
      log.error('A request failed', new Error('No'))
    })
    expect(JSON.parse(errors[0] ?? '')).toMatchObject({ request: 'abc' })
  })

  test('never has a secret, however it is escaped', () => {
    const secret = 'pass"word\\1'
    consoleLog([secret], 'json').error(`With ${secret}`, new Error(`At ${secret}`), { at: secret })
    expect(errors.join('')).not.toMatch(/pass.{0,3}word/)
  })
})

test('the log as text has the id of the request with its errors, and no line for each request', () => {
  const log = consoleLog()
  forRequest({ id: 'abc', route: null }, () =>
    log.error('A request failed', new Error('No'), { path: '/shop' }),
  )
  log.request({ route: '/shop' })
  expect(errors[0]).toContain('A request failed {"path":"/shop","request":"abc"}: Error: No')
  expect(out).toEqual([])
})
