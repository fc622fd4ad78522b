import type { BrowserContext } from '@playwright/test'

/**
 * What went wrong in a browser while a journey ran: errors and warnings on the console, refused and failed requests.
 */
export interface Complaints {
  /** The journey brings this about on purpose. */
  expect(pattern: RegExp): void
  /** What nobody expected. */
  unexpected(): string[]
}

/** Listens to every tab of a browser. A policy violation is an error on the console too. */
export function listenForComplaints(context: BrowserContext, shopUrl: string): Complaints {
  const expected: RegExp[] = []
  const heard: string[] = []
  const isOurs = (url: string) => url.startsWith(`${shopUrl}/`)

  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    heard.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => {
    const { stack } = error.error()
    heard.push(`page error: ${stack || String(error.error())}`)
  })
  context.on('response', (response) => {
    if (isOurs(response.url()) && response.status() >= 400) {
      heard.push(`answer ${response.status()}: ${response.request().method()} ${response.url()}`)
    }
  })
  context.on('requestfailed', (request) => {
    // A page that is left lets go of what it was still asking for.
    if (!isOurs(request.url()) || request.failure()?.errorText === 'net::ERR_ABORTED') return
    heard.push(`no answer: ${request.method()} ${request.url()}: ${request.failure()?.errorText}`)
  })
  return {
    expect: (pattern) => void expected.push(pattern),
    unexpected: () => heard.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
  }
}
