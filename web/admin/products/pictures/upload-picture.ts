import { sendFile, type SentFile } from '#web/admin/uploads/send-file.ts'
import type { StaffPicture } from '#web/views/catalog/staff-product.ts'

/**
 * What the shop reads. A phone that takes HEIC photos turns them into JPEG when it sees that those are not among them.
 */
export const READABLE_PICTURES = 'image/jpeg,image/png,image/webp,image/avif'

/** The largest file that the shop accepts, in bytes. A larger one is refused before it is sent. */
const MAX_BYTES = 25_000_000

/** Sends one picture. `onProgress` gets how much of it is sent, from 0 to 1. */
export async function uploadPicture(
  file: File,
  onProgress: (sent: number) => void,
  cancel?: AbortSignal,
): Promise<SentFile<StaffPicture>> {
  if (file.size <= MAX_BYTES) return sendFile('/api/staff/pictures', file, onProgress, cancel)
  return { kind: 'refused', reason: 'This file is larger than 25 MB. Make it smaller, then add it again.' }
}
