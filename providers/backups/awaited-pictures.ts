/** The pictures of a restored shop that are still to be restored from its backup. */
export interface AwaitedPictures {
  /** Whether a picture still has to be restored. */
  isAwaited(key: string): boolean
  /** Restores one picture; concurrent calls share one restore. */
  bring(key: string): Promise<void>
  /** Restores all others. Returns sentences about those that are missing or damaged in the backup. */
  bringAll(onProgress: (progress: { done: number; all: number }) => void): Promise<string[]>
}
