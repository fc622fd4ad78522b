const NOT_OUR_SERVER = 'Server returned an invalid response. Please check if the backend server is running.'

/** Submits an address to the newsletter. Throws errors whose text is for the console (spec 8). */
export async function postSubscription(subscription: { email: string; leaveEmpty: string }): Promise<void> {
  try {
    const response = await fetch('/api/newsletter/subscribe', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(subscription),
    })
    const said = await readAnswer(response)
    if (!response.ok) throw new Error(errorText(said) ?? `HTTP error! status: ${response.status}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`Failed to subscribe: ${reason}`, { cause: error })
  }
}

async function readAnswer(response: Response): Promise<unknown> {
  if (!/\bjson\b/i.test(response.headers.get('content-type') ?? '')) throw new Error(NOT_OUR_SERVER)
  try {
    return (await response.json()) as unknown
  } catch (error) {
    throw new Error(NOT_OUR_SERVER, { cause: error })
  }
}

function errorText(said: unknown): string | null {
  const { error } = (typeof said === 'object' && said !== null ? said : {}) as { error?: unknown }
  return typeof error === 'string' && error !== '' ? error : null
}
