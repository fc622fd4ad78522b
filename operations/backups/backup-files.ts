import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import type { BackupFile } from '#domain/backups/backup-manifest.ts'
import type { BackupSeal, BackupStore } from '#providers/backups/backup-store.ts'
import { BackupRefused } from './backup-progress.ts'

/** Small enough for one request and for memory. */
const PART_BYTES = 8_000_000

/** The folders of a backup place: the pictures, which all backups share, and the backups. */
export const PICTURES = 'pictures/'
export const BACKUPS = 'backups/'

/** The folder of one backup. */
export function folderOf(backup: string): string {
  return `${BACKUPS}${backup}/`
}

/** The manifest of one backup, which is stored last. */
export function manifestOf(backup: string): string {
  return `${folderOf(backup)}manifest.json`
}

/** The place of a picture's file: `pictures/ab/abc-800x1000.jpg`. */
export function pictureName(file: string, { suffix }: BackupSeal): string {
  return `${PICTURES}${file.slice(0, 2)}/${file}${suffix}`
}

/** Stores content in numbered parts, compressed and encrypted. */
export async function writeParts(
  store: BackupStore,
  seal: BackupSeal,
  { name, content }: { name: string; content: AsyncIterable<Uint8Array> },
): Promise<BackupFile[]> {
  const files: BackupFile[] = []
  const base = `${name}.zst${seal.suffix}`
  let pieces: Uint8Array[] = []
  let bytes = 0
  const flush = async () => {
    const number = String(files.length + 1).padStart(4, '0')
    files.push(await writeFile(store, `${base}.${number}`, Buffer.concat(pieces)))
    pieces = []
    bytes = 0
  }
  const compressed = pipeline(Readable.from(content), createZstdCompress(), () => {})
  for await (const piece of seal.seal(compressed)) {
    pieces.push(piece)
    bytes += piece.byteLength
    if (bytes >= PART_BYTES) await flush()
  }
  if (bytes > 0) await flush()
  return files
}

/**
 * Reads back what `writeParts` stored. `onStored` is called with the number of stored bytes read so far. Throws
 * BackupRefused with the name of a missing or damaged part.
 */
export function readParts(
  store: BackupStore,
  seal: BackupSeal,
  files: readonly BackupFile[],
  onStored: (done: number, all: number) => void = () => {},
): AsyncIterable<Uint8Array> {
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0)
  async function* stored() {
    let done = 0
    for (const file of files) {
      onStored(done, all)
      yield await readChecked(store, file)
      done += file.bytes
    }
  }
  return pipeline(Readable.from(seal.open(stored())), createZstdDecompress(), () => {})
}

/** Stores one file unchanged. */
export async function writeFile(store: BackupStore, name: string, bytes: Uint8Array): Promise<BackupFile> {
  await store.write(name, bytes)
  return { name, bytes: bytes.byteLength, sha256: sha256(bytes) }
}

/** Reads a file and compares it with its checksum. Throws BackupRefused with its name. */
export async function readChecked(
  store: BackupStore,
  { name, sha256: expected }: BackupFile,
): Promise<Uint8Array> {
  const bytes = await store.read(name)
  if (bytes === null)
    throw new BackupRefused(`The backup is incomplete: ${name} is missing from ${store.address}.`)
  if (sha256(bytes) !== expected) {
    throw new BackupRefused(`The backup is damaged: the bytes of ${name} in ${store.address} have changed.`)
  }
  return bytes
}

/** The SHA-256 of bytes or text, in hex. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Collects a stream that fits into memory. */
export async function collectBytes(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of content) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Bytes as a stream of one piece. */
export async function* singleChunk(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}
