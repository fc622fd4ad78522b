import { copyFileSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startShop, type RunningShop } from './running-shop.ts'

/** The environment variable with the path of the filled data folder, set by global-setup.ts. */
export const TEMPLATE_VARIABLE = 'JOURNEYS_TEMPLATE'

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
