/** The pictures that a restored shop still gets from its backup. */
export interface AwaitedPictures {
  /** Whether a picture is still to come. */
  isAwaited(key: string): boolean
  /** Brings one picture back, once for all who wait. */
  bring(key: string): Promise<void>
  /** Brings back all others. Returns sentences about those that the backup does not have whole. */
  bringAll(onProgress: (progress: { done: number; all: number }) => void): Promise<string[]>
}
