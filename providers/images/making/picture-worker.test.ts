import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const WORKER = join(import.meta.dirname, 'picture-worker.ts')
const PICTURE = join(import.meta.dirname, '../../../demo/pictures/crew-sock-front.jpg')

test('every thread that works on pictures has the lowest priority', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'redemption-worker-'))
  const worker = fork(WORKER, { execArgv: [] })
  try {
    worker.send({ kind: 'open', upload: PICTURE, draft: join(folder, 'draft.part') })
    const [result] = (await once(worker, 'message')) as [{ kind: string }]
    expect(result.kind).toBe('opened')
    for (const thread of workingThreads(worker.pid ?? 0)) {
      expect(getPriority(thread)).toBe(constants.priority.PRIORITY_BELOW_NORMAL)
    }
  } finally {
    worker.kill()
    rmSync(folder, { recursive: true, force: true })
  }
})

/** The main thread and, where the system lists them, those of libuv and libvips. */
function workingThreads(pid: number): number[] {
  if (process.platform !== 'linux') return [pid]
  const named = readdirSync(`/proc/${pid}/task`).map((thread) => ({
    thread: Number(thread),
    name: readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim(),
  }))
  const working = named.filter(({ thread, name }) => thread === pid || /^(libuv|libvips)/.test(name))
  expect(working.length).toBeGreaterThan(1)
  return working.map(({ thread }) => thread)
}
