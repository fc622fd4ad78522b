import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PlacementQueue } from './placement-queue.ts'

describe('the placement queue', () => {
  let queue: PlacementQueue
  let log: string[]

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    queue = new PlacementQueue({ maxConcurrent: 2, maxWaiting: 3, maxWaitMs: 1_000 })
    log = []
  })
  afterEach(() => vi.useRealTimers())

  const turn = () => new Promise((resolve) => setImmediate(resolve))

  /** A placement; `finish` ends it, `refusal` is the result of a recheck. */
  function order(
    name: string,
    { holdsStock = false, seen = queue.changes, refusal = null as string | null } = {},
  ) {
    const { promise, resolve } = Promise.withResolvers<string>()
    const shopper: { refusal: string | null; finish(): void; answer: Promise<string | null> } = {
      refusal,
      finish: () => resolve(`${name} placed`),
      answer: Promise.resolve(null),
    }
    const placement = {
      holdsStock,
      place() {
        log.push(name)
        return promise
      },
      recheck: async () => shopper.refusal,
    }
    shopper.answer = queue.enter(placement, seen)
    return shopper
  }

  test('runs a limited number at the same time, and the others in order of arrival', async () => {
    const [ada, bob, cy, di] = ['ada', 'bob', 'cy', 'di'].map((name) => order(name)) as never as ReturnType<
      typeof order
    >[]
    expect(log).toEqual(['ada', 'bob'])
    bob?.finish()
    expect(await bob?.answer).toBe('bob placed')
    expect(log).toEqual(['ada', 'bob', 'cy'])
    for (const one of [ada, cy]) one?.finish()
    await turn()
    di?.finish()
    expect(await di?.answer).toBe('di placed')
  })

  test('placements with a hold go before those without', async () => {
    const first = [order('ada'), order('bob')]
    order('cy')
    order('holder', { holdsStock: true })
    first[0]?.finish()
    await turn()
    expect(log).toEqual(['ada', 'bob', 'holder'])
  })

  test('refuses when it is full', async () => {
    for (let one = 0; one < 5; one += 1) order(`shopper-${one}`)
    expect(await order('late').answer).toBeNull()
    expect(log).toHaveLength(2)
  })

  test('no placement waits longer than the maximum', async () => {
    const first = [order('ada'), order('bob')]
    const late = order('late')
    vi.advanceTimersByTime(1_000)
    expect(await late.answer).toBeNull()
    for (const one of first) one.finish()
    await turn()
    expect(log).toEqual(['ada', 'bob'])
  })

  test('when stock changes, placements that need not wait any more leave the queue', async () => {
    const first = [order('ada'), order('bob')]
    const [soldOut, stays] = [order('gone'), order('stays')]
    soldOut.refusal = 'sold out'
    queue.recheck()
    expect(await soldOut.answer).toBe('sold out')
    first[0]?.finish()
    await turn()
    expect(log).toEqual(['ada', 'bob', 'stays'])
    stays.finish()
    expect(await stays.answer).toBe('stays placed')
  })

  test('a placement checked before the stock changed is rechecked before it waits', async () => {
    const seen = queue.changes
    queue.recheck()
    const late = order('late', { seen, refusal: 'sold out' })
    expect(await late.answer).toBe('sold out')
    expect(log).toEqual([])
  })

  test('a failed placement makes room for the next', async () => {
    const failing = {
      holdsStock: false,
      place: () => Promise.reject(new Error('no')),
      recheck: async () => null,
    }
    await expect(queue.enter(failing, queue.changes)).rejects.toThrow('no')
    for (const name of ['ada', 'bob']) order(name)
    expect(log).toEqual(['ada', 'bob'])
  })

  test('postponed work waits until the queue is empty, and no longer than its limit', async () => {
    const [ada, , cy] = ['ada', 'bob', 'cy'].map((name) => order(name))
    await queue.untilQuiet(0)
    const putOff = queue.untilQuiet(60_000).then(() => log.push('put off'))
    ada?.finish()
    await putOff
    expect(log).toEqual(['ada', 'bob', 'cy', 'put off'])
    cy?.finish()
  })

  test('a rush lasts until its requests are answered: reads outside the queue count too', async () => {
    const answers = [1, 2, 3].map(() => Promise.withResolvers<void>())
    const [first] = answers.map(({ promise, resolve }) => ({ asked: queue.count(() => promise), resolve }))
    const putOff = queue.untilQuiet(60_000).then(() => log.push('put off'))
    await turn()
    expect(log).toEqual([])
    first?.resolve()
    await first?.asked
    await putOff
    expect(log).toEqual(['put off'])
  })
})
