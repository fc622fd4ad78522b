import type { Metadata } from 'sharp'
import { largestCodedImage } from './heif-size.ts'

/** What a picture may have, and what it has. */
export interface Pixels {
  has: number
  /** It must have fewer. */
  limit: number
}

/** Read line by line, and so in little memory: 98 megapixels took at most 261 MB. */
const BY_LINES = 100_000_000
/** Progressive JPEG and interlaced PNG are unpacked whole before the first line is known: 98 megapixels took 734 MB. */
const IN_PASSES = 50_000_000
/** AVIF is decoded whole, several times over: 98 megapixels took 1.8 GB, 24 megapixels of 12 bits and alpha 683 MB. */
const AVIF = 16_000_000

/** How many pixels must be unpacked to see a picture, from its first bytes alone, and how many its format may have. */
export function pixelsOf(bytes: Buffer, { width, height, format, isProgressive }: Metadata): Pixels {
  const shown = width * height
  if (format === 'heif') return { has: Math.max(shown, largestCodedImage(bytes)), limit: AVIF }
  return { has: shown, limit: isProgressive ? IN_PASSES : BY_LINES }
}
