import type { PictureFormat, PictureRefusal, PictureWidth, StoredPicture } from './image-store.ts'

/** What the picture worker is asked to do. All names are paths of files. */
export type PictureJob =
  | { kind: 'store'; upload: string; folder: string }
  | { kind: 'make'; master: string; output: string; width: PictureWidth; format: PictureFormat }

/**
 * What it answers. `failed`: nothing was written, and `reason` is for the people who run the shop. `worker-died`: the
 * job crashed the worker, or took too long. `too-much-memory`: the worker ended itself before the machine suffered.
 */
export type PictureResult =
  | { kind: 'stored'; picture: StoredPicture }
  | { kind: 'made' }
  | PictureRefusal
  | { kind: 'failed'; reason: string }
  | { kind: 'worker-died' }
