import type { Connection, ConnectionReport } from '#providers/connection.ts'
import type { ChosenSupplier, SupplierAdapter } from '#providers/supplier-adapter.ts'
import type { ImageStore } from './image-store.ts'
import type { MovableStore } from './movable-store.ts'
import type { PictureWorkshopOptions } from './picture-workshop.ts'

/** What an outside store needs from this machine: a folder for work in progress and copies, and the worker's file. */
export interface OpenImagesOptions extends PictureWorkshopOptions {
  report: ConnectionReport
}

/** A store outside this machine, with its connection, which tests it. */
export interface OutsideImages extends ImageStore, MovableStore {
  readonly connection: Connection
}

/** A picture store that the settings have chosen. */
export interface ChosenImages extends ChosenSupplier {
  /** The name shown to staff. */
  label: string
  open(options: OpenImagesOptions): OutsideImages
}

/** How a picture store is chosen by settings. Each has a folder beside this file, and an entry in image-stores.ts. */
export type ImageStoreAdapter = SupplierAdapter<ChosenImages>
