import type { Locator, Page } from '@playwright/test'

/** What a task took by hand. A scan is a barcode that a scanner types. */
export interface Effort {
  clicks: number
  keys: number
  scans: number
  seconds: number
}

/** Somebody at a screen: counts what is clicked, pressed and scanned. */
export class Hand {
  readonly page: Page
  private done = { clicks: 0, keys: 0, scans: 0 }

  constructor(page: Page) {
    this.page = page
  }

  async measured(task: () => Promise<void>): Promise<Effort> {
    this.done = { clicks: 0, keys: 0, scans: 0 }
    const started = performance.now()
    await task()
    return { ...this.done, seconds: (performance.now() - started) / 1_000 }
  }

  async click(target: Locator): Promise<void> {
    await target.click()
    this.done.clicks += 1
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
    this.done.keys += keys.length
  }

  async scan(code: string): Promise<void> {
    await this.page.keyboard.type(code)
    await this.page.keyboard.press('Enter')
    this.done.scans += 1
  }

  /** Clicks that are made in another way here, such as in a list that only the browser can open. */
  choose(clicks: number): void {
    this.done.clicks += clicks
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', { name })
  }
}

/** Asks the shop as staff. */
export async function ask<T>(
  url: string,
  cookie: string,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
  return (answer.status === 204 ? null : await answer.json()) as T
}
