/**
 * A place for backups: a folder or a bucket. Files have names such as `pictures/ab/abc.jpg`; each is stored completely
 * or not at all, and never changes.
 */
export interface BackupStore {
  /** The place as the owner wrote it. */
  readonly address: string
  /** The names of all files below `prefix`, which ends in `/`, in any order. */
  list(prefix: string): Promise<string[]>
  /** Stores a file. It survives a power cut once the promise resolves. */
  write(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes of a file; null when there is none of this name. */
  read(name: string): Promise<Uint8Array | null>
  /** Does nothing when there is no such file. */
  delete(name: string): Promise<void>
  /** Deletes what a killed process has left half-written. */
  removeUnfinished(): Promise<void>
}

/**
 * Encrypts backups, or leaves them unencrypted. `suffix`: the end of the file names. `sealedFor`: the public key; null
 * without encryption.
 */
export interface BackupSeal {
  readonly suffix: string
  readonly sealedFor: string | null
  seal(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /** Throws BackupUnusable without the right key. */
  open(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
}

/** Why a place cannot be used, or why a backup cannot be read without a key, as a sentence for the owner. */
export class BackupUnusable extends Error {
  override readonly name = 'BackupUnusable'
}

/** No encryption. */
export const UNSEALED: BackupSeal = {
  suffix: '',
  sealedFor: null,
  seal: (content) => content,
  open: (content) => content,
}
