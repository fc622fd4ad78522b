import { expect, test } from 'vitest'
import { BatchedRead } from './batched-read.ts'

/** A read that resolves when the test says so, and counts its calls. */
function slowRead() {
  const asked: { keys: string[]; answer: () => void; fail: () => void }[] = []
  const read = new BatchedRead<string, number>(
    (keys) =>
      new Promise((resolve, reject) => {
        const turn = asked.length
        const answer = () => resolve(new Map(keys.map((key) => [key, turn])))
        asked.push({ keys, answer, fail: () => reject(new Error('lost')) })
      }),
  )
  return { read, asked }
}

/** Long enough for a read to start, if one may. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

test('simultaneous requests share a read, and a request during a read gets one that starts afterwards', async () => {
  const { read, asked } = slowRead()
  const early = [read.find(['a']), read.find(['b', 'a'])]
  await turns()
  expect(asked.map(({ keys }) => keys)).toEqual([['a', 'b']])
  const late = read.find(['a'])
  await turns()
  expect(asked).toHaveLength(1)
  asked[0]?.answer()
  for (const answer of early) expect((await answer).get('a')).toBe(0)
  await turns()
  asked[1]?.answer()
  expect((await late).get('a')).toBe(1)
})

test('a failed read fails for everyone who shared it, and not for the next', async () => {
  const { read, asked } = slowRead()
  const [first, second] = [read.find(['a']), read.find(['b'])]
  await turns()
  const third = read.find(['c'])
  asked[0]?.fail()
  await expect(first).rejects.toThrow('lost')
  await expect(second).rejects.toThrow('lost')
  await turns()
  asked[1]?.answer()
  expect((await third).get('c')).toBe(1)
})
