import * as v from 'valibot'
import { pictureEntries } from '#domain/catalog/fields/list-kinds.ts'
import type { HomePicture } from '#domain/settings/home-page.ts'
import { cleanSvg, type CleanSvg } from './clean-svg.ts'

/** A wordmark: a drawing, which is part of every page, or a stored picture. */
export type Mark = CleanSvg | HomePicture

const drawing = v.pipe(
  v.object({ svg: v.string('Upload the drawing again.') }),
  v.rawTransform(({ dataset, addIssue, NEVER }): CleanSvg => {
    const cleaned = cleanSvg(dataset.value.svg)
    if ('svg' in cleaned) return cleaned
    addIssue({ message: cleaned.fault })
    return NEVER
  }),
)
/** Parses a stored picture. */
export const pictureSchema = v.object(pictureEntries, 'Upload the image again.')

/** Parses a wordmark; a drawing is cleaned whenever it is read. */
export const markSchema = v.lazy((input): v.GenericSchema<unknown, Mark> => {
  const isDrawing = typeof input === 'object' && input !== null && 'svg' in input
  return isDrawing ? drawing : pictureSchema
})

/** The address of a drawing that contains it, for a style or an image. */
export function svgAddress({ svg }: Pick<CleanSvg, 'svg'>): string {
  const text = svg.replaceAll('"', "'").replaceAll(/[%#<>]/g, (sign) => encodeURIComponent(sign))
  return `data:image/svg+xml,${text}`
}
