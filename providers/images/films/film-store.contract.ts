import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { granted, streamOf } from '#providers/images/image-store.contract.ts'
import type { ImageStore } from '#providers/images/image-store.ts'
import type { FilmFile, FilmStore } from './film-store.ts'

/** A film of the shop. */
export const FILM = readFileSync(join(import.meta.dirname, '../../../web/public/hero/hero-landscape.mp4'))

const WEBM = readFileSync(join(import.meta.dirname, '../../../web/public/hero/hero-portrait.webm'))

/** The contract of every store that keeps films beside its pictures. */
export function filmStoreContract(open: () => ImageStore): void {
  const films = () => open().films as FilmStore

  async function stored(content: Uint8Array = FILM) {
    const answer = await films().store(streamOf(content), granted)
    if ('kind' in answer) throw new Error(`Refused: ${answer.kind}`)
    return answer
  }

  async function bytesOf(file: FilmFile | null, start = 0, end = file?.bytes ?? 0): Promise<Buffer> {
    if (file === null) throw new Error('The film is not there')
    return Buffer.from(await new Response(file.stream(start, end)).arrayBuffer())
  }

  describe('films', () => {
    test.each([
      ['mp4', FILM],
      ['webm', WEBM],
    ] as const)('%s is stored, and served whole and in part', async (type, content) => {
      const film = await stored(content)
      expect(film.type).toBe(type)
      const file = await films().find(film.key, type)
      const whole = await bytesOf(file)
      expect(createHash('sha256').update(whole).digest('hex').slice(0, 24)).toBe(film.key)
      expect([file?.bytes, whole.length]).toEqual([content.length, content.length])
      expect((await bytesOf(file, 100_000, 300_001)).equals(whole.subarray(100_000, 300_001))).toBe(true)
    })

    test('a film is not found as a picture, but is listed, looked up and removed like one', async () => {
      const { key, type } = await stored()
      expect(await open().find(key, 320, 'webp')).toBeNull()
      expect(await open().missing([key])).toEqual([])
      const keys: string[] = []
      let from = ''
      do {
        const page = await open().list(from, 100)
        keys.push(...page.keys)
        from = page.next
      } while (from !== '')
      expect(keys.filter((one) => one === key)).toEqual([key])
      expect(await films().find(key, 'webm')).toBeNull()
      expect(await open().remove(key)).toBe(true)
      expect(await films().find(key, type)).toBeNull()
      expect(await open().missing([key])).toEqual([key])
      expect(await stored()).toMatchObject({ key })
    })

    test('a refused film or claim leaves nothing', async () => {
      await open().remove((await stored()).key)
      expect(await films().store(streamOf(FILM.subarray(0, 500_000)), granted)).toEqual({
        kind: 'film-is-broken',
      })
      const claimed: string[] = []
      const refuse = async (key: string) => {
        claimed.push(key)
        throw new Error('not now')
      }
      await expect(films().store(streamOf(FILM), refuse)).rejects.toThrow('not now')
      expect(await open().missing(claimed)).toEqual(claimed)
    })

    test('unknown keys are not found', async () => {
      for (const key of ['0'.repeat(24), '../../etc/passwd', '']) {
        expect(await films().find(key, 'mp4')).toBeNull()
      }
    })
  })
}
