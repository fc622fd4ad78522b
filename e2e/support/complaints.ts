import type { BrowserContext } from '@playwright/test'

/** Problems in a browser during a journey: errors and warnings on the console, refused and failed requests. */
export interface Complaints {
  /** The journey causes this on purpose. */
  expect(pattern: RegExp): void
  /** All unexpected problems. */
  unexpected(): string[]
}

/**
 * Chromium 156, rarely: it skips a transition between pages that it began too late, and reports its promise although
 * the page handles all of them (web/http/pages/view-transitions.ts). The page itself is shown as usual.
 */
const FAULT_OF_THE_BROWSER =
  'page error: InvalidStateError: Transition was aborted because of invalid state. Page already revealed'

/** Listens to every tab of a browser. A policy violation is a console error too. */
export function listenForComplaints(context: BrowserContext, shopUrl: string): Complaints {
  const expected: RegExp[] = []
  const complaints: string[] = []
  const isOurs = (url: string) => url.startsWith(`${shopUrl}/`)

  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    complaints.push(`console ${message.type()}: ${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => {
    const { stack } = error.error()
    complaints.push(`page error: ${stack || String(error.error())}`)
  })
  context.on('response', (response) => {
    if (isOurs(response.url()) && response.status() >= 400) {
      complaints.push(`answer ${response.status()}: ${response.request().method()} ${response.url()}`)
    }
  })
  context.on('requestfailed', (request) => {
    // A page that is left cancels its pending requests.
    if (!isOurs(request.url()) || request.failure()?.errorText === 'net::ERR_ABORTED') return
    complaints.push(`no answer: ${request.method()} ${request.url()}: ${request.failure()?.errorText}`)
  })
  return {
    expect: (pattern) => void expected.push(pattern),
    unexpected: () =>
      complaints.filter(
        (complaint) =>
          complaint !== FAULT_OF_THE_BROWSER && !expected.some((pattern) => pattern.test(complaint)),
      ),
  }
}
