import type { Drawing } from '#providers/images/drawings.ts'
import type {
  PictureFormat,
  PictureRefusal,
  PictureWidth,
  StoredPicture,
} from '#providers/images/image-store.ts'

/** The file formats of masters that pictures are made of. */
export type MasterType = 'jpg' | 'webp'

/**
 * A job for the picture worker. All names are file paths. `open` validates an upload and writes its master to `draft`;
 * `make` makes a width of a master; `draw` draws what the shop itself has written.
 */
export type PictureJob =
  | { kind: 'open'; upload: string; draft: string }
  | { kind: 'make'; master: string; output: string; width: PictureWidth; format: PictureFormat }
  | { kind: 'draw'; drawing: Drawing }

/**
 * The result of a job. `failed`: nothing was written, and `reason` is for the operator. `worker-died`: the job crashed
 * the worker, or took too long. `too-much-memory`: the worker ended itself to protect the machine.
 */
export type PictureResult =
  | { kind: 'opened'; picture: StoredPicture; type: MasterType }
  | { kind: 'made' }
  | { kind: 'drawn'; base64: string }
  | PictureRefusal
  | { kind: 'failed'; reason: string }
  | { kind: 'worker-died' }
