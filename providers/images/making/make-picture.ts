import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Metadata } from 'sharp'
import { escapeHtml } from '#domain/escape-html.ts'
import type { FontPair } from '#domain/settings/brand/font-pairs.ts'
import type { Drawing } from '#providers/images/drawings.ts'
import type { MasterType, PictureJob, PictureResult } from './picture-job.ts'
import { writeSynced, writeWhole } from '#providers/images/picture-files.ts'
import { isHeic } from './heic-file.ts'
import { pixelsOf } from './pixel-limit.ts'
import { isPlainJpeg } from './plain-jpeg.ts'

const MAX_SIDE = 2_400
const MAX_UNCHANGED_BYTES = 2_000_000
const MASTER_QUALITY = 92
const MAX_PLACEHOLDER_LENGTH = 300
const CARD_QUALITY = 86
const OF_DRAWINGS = { operation: ['VipsForeignLoadSvgBuffer'] }

/** What the face of each pair calls itself once it is cut to one weight (scripts/fonts/cut-fonts.ts). */
const FACE_NAMES: Readonly<Record<FontPair, string>> = {
  archivo: 'Archivo SemiBold',
  inter: 'Inter Tight',
  bricolage: 'Bricolage Grotesque 96pt ExtraBold',
  unbounded: 'Unbounded',
  oswald: 'Oswald',
  syne: 'Syne',
  space: 'Space Grotesk Light',
  bodoni: 'Bodoni Moda 11pt',
  fraunces: 'Fraunces',
}

/** A width of 640 takes 80 ms at effort 2 and 535 ms at effort 4, for a few per cent of the bytes. */
const AVIF = { quality: 55, effort: 2 }
const WEBP = { quality: 78, effort: 4 }

sharp.concurrency(1)
sharp.cache(false)
// Only these formats are ever opened, not the one that the file claims. Formats such as SVG and PDF can contain
// programs.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif'].map((format) => `VipsForeignLoad${format}Buffer`),
})

/** Runs one job. Throws only when the disk fails. */
export async function runPictureJob(job: PictureJob): Promise<PictureResult> {
  if (job.kind === 'draw') return draw(job.drawing)
  return job.kind === 'open' ? openUpload(job) : make(job)
}

async function openUpload({ upload, draft }: Extract<PictureJob, { kind: 'open' }>): Promise<PictureResult> {
  const opened = await master(await readFile(upload))
  if ('kind' in opened) return opened
  const { bytes, placeholder, width, height, type } = opened
  const key = createHash('sha256').update(bytes).digest('hex').slice(0, 24)
  await writeSynced(draft, bytes)
  return { kind: 'opened', picture: { key, width, height, placeholder }, type }
}

interface Opened {
  bytes: Buffer
  type: MasterType
  width: number
  height: number
  placeholder: string
}

async function master(bytes: Buffer): Promise<Opened | Extract<PictureResult, { kind: string }>> {
  if (isHeic(bytes)) return { kind: 'heic-picture' }
  try {
    const found = await sharp(bytes, { limitInputPixels: false }).metadata()
    const { has, limit } = pixelsOf(bytes, found)
    if (has >= limit) return { kind: 'too-many-pixels', limit }
    const opened = canStayAsItCame(bytes, found) ? kept(bytes, found) : await mastered(bytes, found, limit)
    return { ...opened, placeholder: await placeholderOf(opened.bytes) }
  } catch {
    return { kind: 'not-a-picture' } // the decoder failed
  }
}

function canStayAsItCame(bytes: Buffer, found: Metadata): boolean {
  return (
    found.format === 'jpeg' &&
    found.space === 'srgb' &&
    Math.max(found.width, found.height) <= MAX_SIDE &&
    bytes.length <= MAX_UNCHANGED_BYTES &&
    isPlainJpeg(bytes)
  )
}

function kept(bytes: Buffer, { width, height }: Metadata) {
  return { bytes, type: 'jpg' as const, width, height }
}

/** Upright, in sRGB, without metadata, at most 2400 pixels a side. */
async function mastered(bytes: Buffer, { hasAlpha }: Metadata, limit: number) {
  const upright = sharp(bytes, { limitInputPixels: limit })
    .autoOrient()
    .toColourspace('srgb')
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
  const written = hasAlpha
    ? upright.webp({ quality: MASTER_QUALITY })
    : upright.jpeg({ quality: MASTER_QUALITY, chromaSubsampling: '4:4:4' })
  const { data, info } = await written.toBuffer({ resolveWithObject: true })
  const type: MasterType = hasAlpha ? 'webp' : 'jpg'
  return { bytes: data, type, width: info.width, height: info.height }
}

/** A few pixels, blurred by the browser when it scales them up. */
async function placeholderOf(master: Buffer): Promise<string> {
  for (const side of [16, 12, 8, 4]) {
    const tiny = await sharp(master)
      .resize({ width: side, height: side, fit: 'inside' })
      .flatten({ background: '#fff' })
      .webp({ quality: 30 })
      .toBuffer()
    const address = `data:image/webp;base64,${tiny.toString('base64')}`
    if (address.length < MAX_PLACEHOLDER_LENGTH) return address
  }
  return ''
}

async function make(job: Extract<PictureJob, { kind: 'make' }>): Promise<PictureResult> {
  const { master, output, width, format } = job
  const resized = sharp(await readFile(master)).resize({ width, withoutEnlargement: true })
  const written = format === 'avif' ? resized.avif(AVIF) : resized.webp(WEBP)
  await writeWhole(output, await written.toBuffer())
  return { kind: 'made' }
}

/** Jobs run one after the other, so that no upload is opened while drawings may be. */
async function draw({ svg: written, width, height, type, name }: Drawing): Promise<PictureResult> {
  const svg = await withPngs(written)
  sharp.unblock(OF_DRAWINGS)
  try {
    const ground = sharp(
      await sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' }).png().toBuffer(),
    )
    const drawn = name ? ground.composite([await layerOf(name)]) : ground
    const bytes = await (type === 'png' ? drawn.png() : drawn.jpeg({ quality: CARD_QUALITY })).toBuffer()
    return { kind: 'drawn', base64: bytes.toString('base64') }
  } finally {
    sharp.block(OF_DRAWINGS)
  }
}

/** The library that draws reads no WebP. */
async function withPngs(svg: string): Promise<string> {
  let drawn = svg
  for (const [address, webp = ''] of svg.matchAll(/data:image\/webp;base64,([\w+/=]+)/g)) {
    const png = await sharp(Buffer.from(webp, 'base64')).png({ compressionLevel: 1 }).toBuffer()
    drawn = drawn.replace(address, `data:image/png;base64,${png.toString('base64')}`)
  }
  return drawn
}

async function layerOf({ text, face, color, ...box }: NonNullable<Drawing['name']>) {
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${color}">${escapeHtml(text)}</span>`,
      font: FACE_NAMES[face],
      fontfile: join(import.meta.dirname, `faces/${face}.ttf`),
      width: box.width,
      height: box.height,
      wrap: 'word',
      align: 'centre',
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true })
  return {
    input: data,
    left: Math.round(box.left + (box.width - info.width) / 2),
    top: Math.round(box.top + (box.height - info.height) / 2),
  }
}
