import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** What the live regions of this page said, oldest first. */
    said?: string[]
  }
}

/** Records what the live regions of a page announce, as a screen reader reads it out. */
export class ScreenReader {
  readonly #page: Page

  private constructor(page: Page) {
    this.#page = page
  }

  /** Listens on every page that is opened from now on. */
  static async listensTo(page: Page): Promise<ScreenReader> {
    await page.addInitScript(listen)
    return new ScreenReader(page)
  }

  /** Waits until these words are read out, and expects them only once. Earlier announcements are discarded. */
  async hears(words: string | RegExp): Promise<void> {
    const isIt = (said: string) => (typeof words === 'string' ? said.includes(words) : words.test(said))
    const heard = async () => {
      const all = await this.#said()
      return all.some(isIt) ? 'heard' : all.join('\n')
    }
    await expect.poll(heard, `what was read out instead of: ${words}`).toBe('heard')
    // An update that React makes in two steps is announced by the second frame.
    await this.#page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    const said = await this.#said()
    expect(said.filter(isIt), `read out once: ${words}`).toHaveLength(1)
    await this.forgets()
  }

  async forgets(): Promise<void> {
    await this.#page.evaluate(() => void window.said?.splice(0))
  }

  async #said(): Promise<string[]> {
    return this.#page.evaluate(() => window.said ?? [])
  }
}

/** Runs in the page. */
function listen(): void {
  const LIVE = '[role="status"], [role="alert"], [role="log"], [aria-live="polite"], [aria-live="assertive"]'
  const said: string[] = (window.said = [])
  const elementOf = (node: Node) => (node instanceof Element ? node : node.parentElement)

  /** Content behind a modal dialog and hidden content are not read. */
  function isRead(region: Element): boolean {
    const dialog = [...document.querySelectorAll('dialog:modal')].at(-1)
    const isBehind = dialog !== undefined && !dialog.contains(region)
    return (
      region.isConnected &&
      region.checkVisibility() &&
      !isBehind &&
      !region.closest('[inert], [aria-hidden="true"]')
    )
  }

  /** Of a region that is not atomic, only what is new. */
  function wordsOf(region: Element, added: readonly Node[]): string {
    const isAtomic =
      region.getAttribute('aria-atomic') ?? String(region.matches('[role="status"], [role="alert"]'))
    const isShown = (node: Node) => node.isConnected && !elementOf(node)?.closest('[aria-hidden="true"]')
    const parts = isAtomic === 'true' ? [region] : added.filter(isShown)
    return parts
      .map((node) => ('innerText' in node ? String(node.innerText) : (node.textContent ?? '')))
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .trim()
  }

  new MutationObserver((records) => {
    const changed = new Map<Element, Node[]>()
    const isNew = (region: Element) =>
      records.some(({ addedNodes }) => [...addedNodes].some((node) => node.contains(region)))
    for (const { type, target, addedNodes } of records) {
      const region = elementOf(target)?.closest(LIVE)
      const nodes = type === 'characterData' ? [target] : [...addedNodes]
      // A region that is added together with its text is not announced, unless it is an alert.
      if (region && nodes.length > 0 && (!isNew(region) || region.matches('[role="alert"]'))) {
        changed.set(region, [...(changed.get(region) ?? []), ...nodes])
      }
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue
        const alerts = [...node.querySelectorAll('[role="alert"]')]
        if (node.matches('[role="alert"]')) alerts.push(node)
        for (const alert of alerts) changed.set(alert, [alert])
      }
    }
    for (const [region, added] of changed) {
      const words = isRead(region) ? wordsOf(region, added) : ''
      if (words !== '') said.push(words)
    }
  }).observe(document, { childList: true, characterData: true, subtree: true })
}
