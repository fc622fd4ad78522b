import { expect, test } from 'vitest'
import { PicturesBusy } from '#providers/images/image-store.ts'
import type { PictureJob, PictureResult } from './picture-job.ts'
import { PictureQueue, type QueueLimits } from './picture-queue.ts'

/** A runner whose jobs end when the test says so. */
function heldQueue(limits: Partial<QueueLimits> = {}) {
  const done: string[] = []
  let finish: (() => void) | undefined
  const queue = new PictureQueue(
    {
      async run(job) {
        await new Promise<void>((resolve) => (finish = resolve))
        done.push(job.kind === 'make' ? job.output : job.kind === 'open' ? job.upload : '')
        return { kind: 'made' }
      },
    },
    { onScreen: 100, background: 100, quietMs: 0, ...limits },
  )
  return {
    queue,
    done,
    async finishOne() {
      finish?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

function jobFor(output: string): PictureJob {
  return { kind: 'make', master: 'master', output, width: 640, format: 'avif' }
}

test('requested pictures go before background work', async () => {
  const { queue, done, finishOne } = heldQueue()
  for (const name of ['first', 'later-1', 'later-2', 'wanted']) queue.later(name, jobFor(name))
  const shown = queue.now('shown', jobFor('shown'))
  const wanted = queue.now('wanted', jobFor('wanted'))
  for (let left = 5; left > 0; left -= 1) await finishOne()
  expect(done).toEqual(['first', 'shown', 'wanted', 'later-1', 'later-2'])
  expect(await Promise.all([shown, wanted])).toEqual([{ kind: 'made' }, { kind: 'made' }])
})

test('a picture requested several times at once is made once', async () => {
  const { queue, done, finishOne } = heldQueue()
  const asked: Promise<PictureResult>[] = []
  queue.later('picture', jobFor('picture'))
  for (let times = 0; times < 50; times += 1) asked.push(queue.now('picture', jobFor('picture')))
  queue.later('picture', jobFor('picture'))
  await finishOne()
  await Promise.all(asked)
  expect(done).toEqual(['picture'])
})

test('beyond the limits, requests are refused and background work is dropped', async () => {
  const { queue, done, finishOne } = heldQueue({ onScreen: 2, background: 1 })
  for (const name of ['running', 'background', 'dropped']) queue.later(name, jobFor(name))
  const asked = ['one', 'two', 'three'].map((name) => queue.now(name, jobFor(name)))
  await expect(asked[2]).rejects.toBeInstanceOf(PicturesBusy)
  for (let left = 4; left > 0; left -= 1) await finishOne()
  expect(done).toEqual(['running', 'one', 'two', 'background'])
})

test('background work does not run between requests in quick succession', async () => {
  const done: string[] = []
  const queue = new PictureQueue(
    {
      async run(job) {
        done.push(job.kind === 'make' ? job.output : job.kind === 'open' ? job.upload : '')
        return { kind: 'made' }
      },
    },
    { onScreen: 100, background: 100, quietMs: 20 },
  )
  await queue.now('one', jobFor('one'))
  queue.later('background', jobFor('background'))
  await queue.now('two', jobFor('two'))
  await queue.now('three', jobFor('three'))
  await expect.poll(() => done).toEqual(['one', 'two', 'three', 'background'])
})

test('closing refuses all waiting requests', async () => {
  const { queue } = heldQueue()
  queue.later('running', jobFor('running'))
  const waiting = queue.now('waiting', jobFor('waiting'))
  queue.close()
  await expect(waiting).rejects.toBeInstanceOf(PicturesBusy)
  await expect(queue.now('late', jobFor('late'))).rejects.toBeInstanceOf(PicturesBusy)
})
