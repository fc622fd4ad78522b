/** The pictures that a restored shop has not fetched from its backup yet. */
export interface AwaitedPictures {
  /** Whether a picture still has to be restored. */
  isAwaited(key: string): boolean
  /** Restores one picture, once for all concurrent calls. */
  restore(key: string): Promise<void>
  /** Restores all others. Returns a sentence about each one that the backup lacks or has damaged. */
  restoreAll(onProgress: (progress: { done: number; all: number }) => void): Promise<string[]>
}
