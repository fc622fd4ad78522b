import type { PictureFormat, PictureRefusal, PictureWidth, StoredPicture } from './image-store.ts'

/** A job for the picture worker. All names are file paths. */
export type PictureJob =
  | { kind: 'store'; upload: string; folder: string }
  | { kind: 'make'; master: string; output: string; width: PictureWidth; format: PictureFormat }

/**
 * The result of a job. `failed`: nothing was written, and `reason` is for the operator. `worker-died`: the job crashed
 * the worker, or took too long. `too-much-memory`: the worker ended itself to protect the machine.
 */
export type PictureResult =
  | { kind: 'stored'; picture: StoredPicture }
  | { kind: 'made' }
  | PictureRefusal
  | { kind: 'failed'; reason: string }
  | { kind: 'worker-died' }
