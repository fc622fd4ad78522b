import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PictureJob } from './picture-job.ts'
import { PictureProcess } from './picture-process.ts'

let folder: string
let worker: PictureProcess | undefined
const job: PictureJob = { kind: 'open', upload: 'upload', draft: 'draft' }

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-worker-'))
})

afterEach(async () => {
  await worker?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A worker that runs these lines for each job; `life` counts the starts. */
function workerDoing(lines: string, options: { idleMs?: number; jobMs?: number } = {}): PictureProcess {
  const workerFile = join(folder, 'worker.mjs')
  const lives = JSON.stringify(join(folder, 'lives'))
  writeFileSync(
    workerFile,
    `import { appendFileSync, readFileSync } from 'node:fs'
     appendFileSync(${lives}, process.pid + '\\n')
     const life = readFileSync(${lives}, 'utf8').trim().split('\\n').length
     process.on('disconnect', () => process.exit(0))
     process.on('message', () => { ${lines} })`,
  )
  worker = new PictureProcess({ workerFile, ...options })
  return worker
}

function lives(): number[] {
  const file = join(folder, 'lives')
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n').map(Number) : []
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('one worker does all jobs, starts with the first, and exits when it is idle', async () => {
  const process = workerDoing(`process.send({ kind: 'made' })`, { idleMs: 50 })
  expect(lives()).toEqual([])
  for (let times = 0; times < 3; times += 1) expect(await process.run(job)).toEqual({ kind: 'made' })
  const [pid = 0, ...others] = lives()
  expect(others).toEqual([])
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 30_000)
  expect(await process.run(job)).toEqual({ kind: 'made' })
  expect(lives()).toHaveLength(2)
})

test('after a crash the job is retried in a new worker', async () => {
  const process = workerDoing(
    `life === 1 ? process.kill(process.pid, 'SIGKILL') : process.send({ kind: 'made' })`,
  )
  expect(await process.run(job)).toEqual({ kind: 'made' })
  expect(lives()).toHaveLength(2)
})

test('a job that crashes every worker fails, and the next one is done', async () => {
  const process = workerDoing(`life <= 2 ? process.exit(1) : process.send({ kind: 'made' })`)
  expect(await process.run(job)).toEqual({ kind: 'worker-died' })
  expect(await process.run(job)).toEqual({ kind: 'made' })
})

test('a job that takes too much memory is not retried, and the next one gets a new worker', async () => {
  const process = workerDoing(`process.send({ kind: life === 1 ? 'too-much-memory' : 'made' })`)
  expect(await process.run(job)).toEqual({ kind: 'too-much-memory' })
  expect(await process.run(job)).toEqual({ kind: 'made' })
  expect(lives()).toHaveLength(2)
})

test('a job that takes too long is ended', async () => {
  const process = workerDoing('', { jobMs: 300 })
  expect(await process.run(job)).toEqual({ kind: 'worker-died' })
  expect(lives().filter(isAlive)).toEqual([])
})

test('closing ends the running job and starts no other worker', async () => {
  const process = workerDoing('')
  const running = process.run(job)
  await vi.waitFor(() => expect(lives()).toHaveLength(1), 30_000)
  await process.close()
  expect(await running).toEqual({ kind: 'worker-died' })
  expect(lives()).toHaveLength(1)
})

test('a worker that cannot be started fails its job, and nothing else', async () => {
  worker = new PictureProcess({ workerFile: 'no\0such file' })
  expect(await worker.run(job)).toEqual({ kind: 'worker-died' })
})
