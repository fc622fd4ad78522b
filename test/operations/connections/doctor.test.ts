import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { RATES_KEY, startExchangerateServer } from '#test/fakes/exchangerate-server.ts'

// Set by `npm test`: a program starts in half the time with its code compiled before.
const { NODE_COMPILE_CACHE } = process.env

const DOCTOR = join(import.meta.dirname, '../../../scripts/doctor.ts')

let folder: string

beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'redemption-doctor-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Not `spawnSync`: the fakes of this process must answer meanwhile. */
async function run(settings: Record<string, string> = {}) {
  const child = spawn(process.execPath, [DOCTOR], {
    env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE, DATA_DIR: join(folder, 'data'), ...settings },
  })
  let [out, errors] = ['', '']
  child.stdout.on('data', (text: Buffer) => (out += text.toString()))
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, out, errors }
}

test('the doctor prints what serves each need, and accepts a shop without suppliers', async () => {
  const { code, out } = await run()
  expect(out).toMatch(/^Needed for +Supplier +State +What was seen$/m)
  expect(out).toMatch(/^Email +Files in the data folder +built in +Emails are written to files/m)
  expect(out).toMatch(/^Payments +Test gateway +built in/m)
  expect(code).toBe(0)
})

test('a failing supplier makes the shop unhealthy, and the doctor does not print its key', async () => {
  const server = await startExchangerateServer()
  try {
    const settings = { EXCHANGERATE_API_BASE: server.url }
    const well = await run({ ...settings, EXCHANGERATE_API_KEY: RATES_KEY })
    expect(well.out).toMatch(/^Exchange rates +exchangerate-api.com +works +4 rates of 2026-11-21/m)
    expect(well.code).toBe(0)
    const ill = await run({ ...settings, EXCHANGERATE_API_KEY: 'feedfeed' })
    expect(ill.out).toMatch(
      /^Exchange rates +exchangerate-api.com +BROKEN +exchangerate-api.com answered 403: the key is not valid$/m,
    )
    expect(ill.out).toContain('One supplier is broken.')
    expect(ill.out + ill.errors).not.toContain('feedfeed')
    expect(ill.code).toBe(1)
  } finally {
    await server.close()
  }
})

test('incomplete settings are reported in one sentence, and are unhealthy', async () => {
  const { code, out, errors } = await run({ STRIPE_SECRET_KEY: 'sk_test_1' })
  expect(errors).toBe('STRIPE_PUBLISHABLE_KEY must be set when STRIPE_SECRET_KEY is.\n')
  expect(out).toBe('')
  expect(code).toBe(1)
})
