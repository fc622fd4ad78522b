import {
  chooseSupplier,
  variablesOf,
  type FilledVariables,
  type SettingsFault,
} from '#providers/supplier-adapter.ts'
import { CLOUDINARY } from './cloudinary/cloudinary-settings.ts'
import type { ChosenImages, ImageStoreAdapter } from './image-store-adapter.ts'
import { S3 } from './s3/s3-settings.ts'

/** The picture stores that settings can choose. Without any of their variables pictures are files of the shop. */
export const IMAGE_STORES: readonly ImageStoreAdapter[] = [S3, CLOUDINARY]

/** The variables of every picture store. */
export const IMAGE_STORE_VARIABLES = variablesOf(IMAGE_STORES)

/** The store whose variables are set, or what is wrong with them; null when none is. */
export function chooseImages(env: FilledVariables): ChosenImages | SettingsFault | null {
  return chooseSupplier(env, IMAGE_STORES, 'picture store')
}
