/** The result of sending a file. */
export type SentFile<Stored> =
  | { kind: 'stored'; stored: Stored }
  | { kind: 'refused'; reason: string }
  | { kind: 'cancelled' }

/** Sends one file. `onProgress` gets how much of it is sent, from 0 to 1; fetch() could not tell. */
export function sendFile<Stored>(
  address: string,
  file: File,
  onProgress: (sent: number) => void,
  cancel?: AbortSignal,
): Promise<SentFile<Stored>> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.setRequestHeader('content-type', 'application/octet-stream')
    request.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    request.addEventListener('load', () => resolve(answerOf(request)))
    request.addEventListener('error', () =>
      resolve({ kind: 'refused', reason: 'The shop could not be reached.' }),
    )
    request.addEventListener('abort', () => resolve({ kind: 'cancelled' }))
    cancel?.addEventListener('abort', () => request.abort())
    request.send(file)
  })
}

function answerOf<Stored>({ status, responseText }: XMLHttpRequest): SentFile<Stored> {
  let data: unknown = null
  try {
    data = JSON.parse(responseText)
  } catch {
    // The answer did not come from the shop.
  }
  if (status === 201) return { kind: 'stored', stored: data as Stored }
  const title = (data as { title?: unknown } | null)?.title
  return { kind: 'refused', reason: typeof title === 'string' ? title : 'This file could not be uploaded.' }
}
