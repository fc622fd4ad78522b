import * as words from '#words/en/home.ts'

/** Submits an address to the newsletter. Throws errors whose text is for the console (spec 8). */
export async function postSubscription(subscription: { email: string; leaveEmpty: string }): Promise<void> {
  try {
    const response = await fetch('/api/newsletter/subscribe', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(subscription),
    })
    const answer = await readAnswer(response)
    if (!response.ok) throw new Error(errorText(answer) ?? words.httpError(response.status))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(words.failedToSubscribe(reason), { cause: error })
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) throw new Error(words.invalidResponse)
  try {
    return (await response.json()) as unknown
  } catch (error) {
    throw new Error(words.invalidResponse, { cause: error })
  }
}

function errorText(said: unknown): string | null {
  const { error } = (typeof said === 'object' && said !== null ? said : {}) as { error?: unknown }
  return typeof error === 'string' && error !== '' ? error : null
}
