import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { croppedAvif } from '#test/support/pictures/cropped-avif.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'redemption-bomb-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** On Linux, maxRSS also counts the memory of the parent before the fork. */
const maxMemory =
  process.platform === 'linux'
    ? `Number(/VmHWM:\\s+(\\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1])`
    : 'process.resourceUsage().maxRSS'

const flat = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#c1121f' } })

test.each([
  ['100 megapixels', 100_000_000, () => flat(10_000).png({ compressionLevel: 3 }).toBuffer()],
  [
    '50 progressive megapixels',
    50_000_000,
    async () => enlarged(await flat(8).jpeg({ progressive: true }).toBuffer()),
  ],
  ['16 megapixels of an AVIF that shows a corner of them', 16_000_000, () => croppedAvif(4_000, 100)],
])('%s are refused before they are decoded: the process stays small', async (_what, limit, made) => {
  const upload = join(folder, 'large.upload')
  writeFileSync(upload, await made())
  const job = JSON.stringify({ kind: 'open', upload, draft: join(folder, 'draft.part') })
  const script = `
    import { readFileSync } from 'node:fs'
    import { runPictureJob } from ${JSON.stringify(join(import.meta.dirname, 'make-picture.ts'))}
    const result = await runPictureJob(${job})
    console.log(JSON.stringify({ result, kilobytes: ${maxMemory} }))`
  const said = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
    encoding: 'utf8',
  })
  const { result, kilobytes } = JSON.parse(said) as { result: unknown; kilobytes: number }
  expect(result).toEqual({ kind: 'too-many-pixels', limit })
  expect(kilobytes).toBeLessThan(160_000)
})

/** A JPEG whose header claims 7100 pixels a side: a decoder that trusts it allocates all of them. */
function enlarged(jpeg: Buffer): Buffer {
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc2]))
  jpeg.writeUInt16BE(7_100, frame + 5)
  jpeg.writeUInt16BE(7_100, frame + 7)
  return jpeg
}
