import type { Metadata } from 'sharp'
import { largestCodedImage } from './heif-size.ts'

/** The pixels of a picture, and the limit of its format. */
export interface Pixels {
  has: number
  /** Exclusive. */
  limit: number
}

/** Decoded line by line, with little memory: 98 megapixels took at most 261 MB. */
const BY_LINES = 100_000_000
/**
 * Progressive JPEG and interlaced PNG are decoded whole before the first line is complete: 98 megapixels took 734 MB.
 */
const IN_PASSES = 50_000_000
/** AVIF is held in memory several times over: 98 megapixels took 1.8 GB, 24 megapixels of 12 bits and alpha 683 MB. */
const AVIF = 16_000_000

/** How many pixels must be decoded, judged by the first bytes alone, and the limit of the format. */
export function pixelsOf(bytes: Buffer, { width, height, format, isProgressive }: Metadata): Pixels {
  const shown = width * height
  if (format === 'heif') return { has: Math.max(shown, largestCodedImage(bytes)), limit: AVIF }
  return { has: shown, limit: isProgressive ? IN_PASSES : BY_LINES }
}
