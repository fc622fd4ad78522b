import type { Drawing, Drawings } from './drawings.ts'
import { PictureProcess, type PictureProcessOptions } from './making/picture-process.ts'

/** More than all files of a brand. */
const MAX_KEPT = 24

/** Draws the files of a brand, such as its icons, in a separate process, and keeps the last ones in memory. */
export class KeptDrawings implements Drawings {
  readonly #process: PictureProcess
  readonly #kept = new Map<string, Promise<Uint8Array>>()

  constructor(options: PictureProcessOptions) {
    this.#process = new PictureProcess(options)
  }

  find(name: string, describe: () => Promise<Drawing>): Promise<Uint8Array> {
    const kept = this.#kept.get(name)
    if (kept) return kept
    const drawing = this.#drawn(describe)
    this.#kept.set(name, drawing)
    drawing.catch(() => this.#kept.delete(name))
    const [oldest] = this.#kept.keys()
    if (this.#kept.size > MAX_KEPT && oldest !== undefined) this.#kept.delete(oldest)
    return drawing
  }

  close(): Promise<void> {
    return this.#process.close()
  }

  async #drawn(describe: () => Promise<Drawing>): Promise<Uint8Array> {
    const result = await this.#process.run({ kind: 'draw', drawing: await describe() })
    if (result.kind === 'drawn') return Buffer.from(result.base64, 'base64')
    throw new Error(`A drawing failed: ${result.kind === 'failed' ? result.reason : result.kind}`)
  }
}
