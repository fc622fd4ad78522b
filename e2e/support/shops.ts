import { copyFileSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fillShop } from './busy-shop.ts'
import { startShop, type RunningShop } from './running-shop.ts'
import { TEMPLATE_VARIABLE } from './template/template-variable.ts'

/** A shop for journeys, and the outside supplier that it was opened with. */
export interface OpenedShop<Supplier = unknown> {
  shop: RunningShop
  supplier: Supplier
  close(): Promise<void>
}

/** A way to open a shop. Journeys of one kind share the shop of their worker. */
export interface ShopKind<Supplier = unknown> {
  open(): Promise<OpenedShop<Supplier>>
  /** Only a few journeys of one file need it, so it is closed before the next rare shop is opened. */
  isRare?: true
}

/** The shop of most journeys, with the demo catalogue. */
export const COMMON = ofCopy()
/** With orders, messages and subscribers. */
export const BUSY = ofCopy(fillShop)

/**
 * The shops of one worker, each opened when a journey first needs it. A worker that had to end before it could serve
 * journeys of another kind would take its browser with it.
 */
export class Shops {
  readonly #opened = new Map<ShopKind, OpenedShop>()

  async get<Supplier>(kind: ShopKind<Supplier>): Promise<OpenedShop<Supplier>> {
    if (!this.#opened.has(kind)) {
      if (kind.isRare) await this.close(({ isRare }) => isRare === true)
      this.#opened.set(kind, await kind.open())
    }
    return this.#opened.get(kind) as OpenedShop<Supplier>
  }

  async close(which: (kind: ShopKind) => boolean = () => true): Promise<void> {
    for (const [kind, { close }] of this.#opened) {
      if (!which(kind)) continue
      this.#opened.delete(kind)
      await close()
    }
  }
}

/** A shop with the demo catalogue. `fill` adds to it. */
export function ofCopy(fill: (shop: RunningShop) => Promise<void> = async () => {}): ShopKind<null> {
  return {
    async open() {
      const shop = await startShopCopy()
      await fill(shop)
      return { shop, supplier: null, close: () => shop.stop() }
    },
  }
}

/** A shop with the demo catalogue and a separate database. The picture files are shared: they never change. */
export async function startShopCopy(
  environment: Record<string, string> = {},
  host = '127.0.0.1',
): Promise<RunningShop> {
  const template = process.env[TEMPLATE_VARIABLE]
  if (!template) throw new Error('Run the journeys through Playwright: its global setup fills a data folder.')
  const dataDir = mkdtempSync(join(tmpdir(), 'redemption-journey-'))
  for (const entry of readdirSync(template, { withFileTypes: true })) {
    if (entry.isFile()) copyFileSync(join(template, entry.name), join(dataDir, entry.name))
  }
  symlinkSync(join(template, 'pictures'), join(dataDir, 'pictures'))
  const shop = await startShop(dataDir, environment, host)
  return {
    ...shop,
    async stop() {
      try {
        await shop.stop()
      } finally {
        rmSync(dataDir, { recursive: true, force: true })
      }
    },
  }
}
