import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-bomb-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Linux counts what the parent had into maxRSS. */
const mostMemory =
  process.platform === 'linux'
    ? `Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])`
    : 'process.resourceUsage().maxRSS'

test('100 megapixels are refused before they are unpacked: the process stays small', async () => {
  const upload = join(folder, 'large.upload')
  const size = { width: 10_000, height: 10_000 }
  await sharp({ create: { ...size, channels: 3, background: '#c1121f' } })
    .png({ compressionLevel: 3 })
    .toFile(upload)
  const job = JSON.stringify({ kind: 'store', upload, folder })
  const script = `
    import { readFileSync } from 'node:fs'
    import { doPictureJob } from ${JSON.stringify(join(import.meta.dirname, 'make-picture.ts'))}
    const result = await doPictureJob(${job})
    console.log(JSON.stringify({ result, kilobytes: ${mostMemory} }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], { encoding: 'utf8' })
  const { result, kilobytes } = JSON.parse(said) as { result: unknown; kilobytes: number }
  expect(result).toEqual({ kind: 'too-many-pixels', limit: 100_000_000 })
  expect(kilobytes).toBeLessThan(160_000)
}, 30_000)
