import { describe, expect, test } from 'vitest'
import { readManifest, writeManifest, type BackupManifest } from './backup-manifest.ts'

const NAME = '2026-11-23T09-00-00Z'
const checksum = (text: string) => `${text.length}`
const file = (name: string) => ({ name, bytes: 8, sha256: 'abc' })

const MANIFEST: BackupManifest = {
  name: NAME,
  takenAt: 1,
  shopVersion: '0.2.0',
  schema: '079-erased-reasons',
  engine: 'sqlite',
  sealedFor: null,
  databaseBytes: 8,
  database: [file(`backups/${NAME}/database.zst.0001`), file(`backups/${NAME}/database.zst.0002`)],
  figures: file(`backups/${NAME}/figures.json.zst.age.0001`),
  pictures: [`${'a'.repeat(24)}-800x1000.webp`],
  missingPictures: [],
}

const read = (changes: Partial<BackupManifest>) =>
  readManifest(writeManifest({ ...MANIFEST, ...changes }, checksum), checksum)

describe('the manifest of a backup', () => {
  test('is read as it was written', () => {
    expect(read({})).toMatchObject(MANIFEST)
  })

  test.each([
    '../../etc/passwd',
    `backups/${NAME}/../../../secrets`,
    `backups/${NAME}/..`,
    `backups/../database.zst.0001`,
    `/backups/${NAME}/database.zst.0001`,
    `backups/${NAME}\\..\\database.zst.0001`,
    `backups/2026-11-22T09-00-00Z/database.zst.0001`,
    `backups/${NAME}/manifest.json`,
  ])('is refused when it names a file outside the backup: %s', (name) => {
    expect(read({ database: [file(name)] })).toBe('damaged')
    expect(read({ figures: file(name) })).toBe('damaged')
  })

  test('is refused when a picture has the name of another file', () => {
    expect(read({ pictures: ['../../a.webp'] })).toBe('damaged')
  })
})
