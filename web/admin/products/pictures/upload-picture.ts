import type { StaffPicture } from '#web/views/catalogue/staff-product.ts'

/** The largest file that the shop looks at, in bytes. Said before it is sent. */
const MOST_BYTES = 25_000_000

/** What became of a file. */
export type UploadAnswer = { kind: 'stored'; picture: StaffPicture } | { kind: 'refused'; reason: string }

/** Sends one file. `onProgress` hears how much of it is sent, from 0 to 1; fetch() could not tell. */
export function uploadPicture(file: File, onProgress: (sent: number) => void): Promise<UploadAnswer> {
  if (file.size > MOST_BYTES) {
    return Promise.resolve({
      kind: 'refused',
      reason: 'This file is larger than 25 MB. Make it smaller, then add it again.',
    })
  }
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', '/api/staff/pictures')
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('error', () =>
      resolve({ kind: 'refused', reason: 'The shop could not be reached.' }),
    )
    request.send(file)
  })
}

function answerOf({ status, responseText }: XMLHttpRequest): UploadAnswer {
  let data: unknown = null
  try {
    data = JSON.parse(responseText)
  } catch {
    // Whoever answered was not the shop.
  }
  if (status === 201) return { kind: 'stored', picture: data as StaffPicture }
  const title = (data as { title?: unknown } | null)?.title
  return { kind: 'refused', reason: typeof title === 'string' ? title : 'The shop could not take this file.' }
}
