import type { FontPair } from '#domain/settings/brand/font-pairs.ts'

/** A drawing of the shop as a file. `svg` is its own: what owners upload is in it as pictures, or cleaned. */
export interface Drawing {
  svg: string
  width: number
  height: number
  type: 'png' | 'jpeg'
  /** A text over it, as large as its box allows, in a face of faces/. */
  name?: {
    text: string
    face: FontPair
    color: string
    left: number
    top: number
    width: number
    height: number
  }
}

/** Draws the files of a brand, such as its icons. */
export interface Drawings {
  /** The drawing called `name`, which never changes. Rejects when it cannot be drawn. */
  find(name: string, describe: () => Promise<Drawing>): Promise<Uint8Array>
  close(): Promise<void>
}
