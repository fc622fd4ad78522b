import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { MovableStore, PictureFiles } from './movable-store.ts'
import { CopyDiffers, movePictures, type MoveProgress } from './move-pictures.ts'

function files(text: string, width = ''): [string, PictureFiles] {
  const key = createHash('sha256').update(text).digest('hex').slice(0, 24)
  const master = { type: 'jpg', width: 400, height: 500, content: new Blob([text]) } as const
  const widths = [{ width: 320, format: 'webp', content: new Blob([width]) } as const]
  return [key, { master, widths: width === '' ? [] : widths }]
}

function shelf(...pictures: [string, PictureFiles][]) {
  const kept = new Map(pictures)
  const store: MovableStore = {
    keepsWidths: true,
    keepsFilms: true,
    list: async () => ({ keys: [...kept.keys()], next: '' }),
    missing: async (keys) => keys.filter((key) => !kept.has(key)),
    take: async (key) => kept.get(key) ?? null,
    takeMaster: async (key) => kept.get(key)?.master ?? null,
    put: async (key, given) => void kept.set(key, given),
    close: async () => {},
  }
  return { kept, store }
}

const silent = (_progress: MoveProgress) => {}

test('pictures that are already in the target are kept, and those still missing are counted', async () => {
  const [one, two] = [files('one'), files('two', 'small')]
  const to = shelf(one)
  const seen: number[] = []
  const done = await movePictures(shelf(one, two).store, to.store, ({ moved }) => seen.push(moved))
  expect(done).toEqual({ all: 2, before: 1, moved: 1, bytes: 8, gone: 0, damaged: [], films: [] })
  expect(seen).toEqual([0, 1])
  expect([...to.kept]).toEqual([one, two])
})

test('a picture that an interrupted move left without its master is copied again', async () => {
  const [one, two] = [files('one'), files('two', 'small')]
  const to = shelf(one)
  const [half] = two
  const halfDone: MovableStore = { ...to.store, list: async () => ({ keys: [one[0], half], next: '' }) }
  const done = await movePictures(shelf(one, two).store, halfDone, silent)
  expect(done).toMatchObject({ all: 2, before: 1, moved: 1 })
  expect([...to.kept]).toEqual([one, two])
})

test('a picture whose bytes do not match its name is skipped and listed', async () => {
  const [key] = files('sound')
  const [, rotten] = files('rotten')
  const to = shelf()
  const done = await movePictures(shelf([key, rotten], files('good')).store, to.store, silent)
  expect(done).toMatchObject({ moved: 1, damaged: [key] })
  expect([...to.kept.keys()]).toEqual([files('good')[0]])
})

test('a picture that is removed from the shop during the move does not count as missing', async () => {
  const from = shelf(files('removed'))
  const to = shelf()
  const taking = { ...from.store, take: async () => null }
  expect(await movePictures(taking, to.store, silent)).toMatchObject({ all: 1, moved: 0, gone: 1 })
})

test.each([
  ['the master', files('two', 'small')],
  ['a width', files('one', 'other')],
  ['a width is missing', files('one')],
])('a copy that differs stops the move: %s', async (_what, [, wrong]) => {
  const to = shelf()
  const bending = { ...to.store, put: async (key: string) => void to.kept.set(key, wrong) }
  await expect(movePictures(shelf(files('one', 'small')).store, bending, silent)).rejects.toThrow(CopyDiffers)
})

test('for a store that makes the widths, only the master is compared', async () => {
  const to = shelf()
  const supplier = {
    ...to.store,
    keepsWidths: false,
    put: async (key: string, { master }: PictureFiles) => void to.kept.set(key, { master, widths: [] }),
  }
  expect(await movePictures(shelf(files('one', 'small')).store, supplier, silent)).toMatchObject({ moved: 1 })
})
