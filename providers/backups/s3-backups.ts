import { S3Bucket, type S3Settings } from '#providers/images/s3/s3-bucket.ts'
import type { BackupStore } from './backup-store.ts'

/** Long enough for a part of 8 MB at 1 Mbit/s. */
const TIMEOUT_MS = 90_000
const TYPE = 'application/octet-stream'

/** Backups in a bucket, below a prefix. A bucket stores an object completely or not at all. */
export class S3Backups implements BackupStore {
  readonly address: string
  readonly #bucket: S3Bucket
  readonly #prefix: string

  /** `prefix`: without a slash at its end, or empty. */
  constructor(settings: S3Settings, prefix: string) {
    this.address = `s3://${settings.bucket}${prefix === '' ? '' : `/${prefix}`}`
    this.#bucket = new S3Bucket(settings, { worked() {}, failed() {} }, TIMEOUT_MS)
    this.#prefix = prefix === '' ? '' : `${prefix}/`
  }

  async list(prefix: string): Promise<string[]> {
    const found: string[] = []
    for (let after = ''; ;) {
      const { names, more } = await this.#bucket.list(this.#prefix + prefix, { after })
      found.push(...names)
      const last = names.at(-1)
      if (!more || last === undefined) break
      after = last
    }
    return found.map((name) => name.slice(this.#prefix.length))
  }

  async write(name: string, bytes: Uint8Array): Promise<void> {
    await this.#bucket.put(this.#prefix + name, new Blob([new Uint8Array(bytes)]), TYPE)
  }

  read(name: string): Promise<Uint8Array | null> {
    return this.#bucket.get(this.#prefix + name)
  }

  async delete(name: string): Promise<void> {
    await this.#bucket.delete(this.#prefix + name)
  }

  async removeUnfinished(): Promise<void> {}
}
