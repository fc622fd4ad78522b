import { choiceOf } from '#providers/supplier-adapter.ts'
import { CLOUDINARY } from './cloudinary/cloudinary-settings.ts'
import type { ImageStoreAdapter } from './image-store-adapter.ts'
import { S3 } from './s3/s3-settings.ts'

/** The picture stores that settings can choose. Without any of their variables pictures are files of the shop. */
export const IMAGE_STORES: readonly ImageStoreAdapter[] = [S3, CLOUDINARY]

/** The variables of every store, and the store that they choose. */
export const { variables: IMAGE_STORE_VARIABLES, choose: chooseImages } = choiceOf(
  IMAGE_STORES,
  'picture store',
)
