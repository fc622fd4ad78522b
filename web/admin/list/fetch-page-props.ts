/** Another page of the same screen: its props, as the server would hydrate it with. */
export type PageReply<Props> =
  | { kind: 'done'; props: Props }
  | { kind: 'stopped' | 'signed-out' | 'unreachable' }

/** Loads the props of a staff page without leaving this one. */
export async function fetchPageProps<Props>(address: string, signal: AbortSignal): Promise<PageReply<Props>> {
  try {
    const response = await fetch(address, { signal, cache: 'no-store', credentials: 'same-origin' })
    const arrived = new URL(response.url, window.location.href).pathname
    if (arrived === '/admin') return { kind: 'signed-out' }
    // Its style may be another one than the policy of this page allows: that of a brand that was just saved.
    const text = (await response.text()).replaceAll(/<style>[^<]*<\/style>/g, '')
    const page = new DOMParser().parseFromString(text, 'text/html')
    const data = page.getElementById('page-data')
    if (!response.ok || data === null) return { kind: 'unreachable' }
    return { kind: 'done', props: JSON.parse(data.textContent) as Props }
  } catch {
    return { kind: signal.aborted ? 'stopped' : 'unreachable' }
  }
}
