import { median, type Answer } from './question.ts'
import { buildShop, startShop, temporaryFolder, type ShopStart } from './harness/running-shop.ts'

const ROUNDS = 5

/** How long from starting the built shop to its first complete page, and from SIGTERM to its exit? */
export async function measure(): Promise<Answer> {
  buildShop()
  const first = []
  for (let round = 0; round < ROUNDS; round += 1)
    first.push(await startAndStop({ dataDir: temporaryFolder() }))
  const dataDir = temporaryFolder()
  await startAndStop({ dataDir })
  const again = []
  const throughNpm = []
  for (let round = 0; round < ROUNDS; round += 1) {
    again.push(await startAndStop({ dataDir }))
    throughNpm.push(await startAndStop({ dataDir, command: ['npm', 'start', '--silent'] }))
  }
  const middle = (starts: { firstPage: number }[]) => median(starts.map(({ firstPage }) => firstPage))
  return {
    figures: [
      { what: 'restart to first page', value: middle(again), unit: 'ms', most: 1_000 },
      { what: 'restart to first page, npm start', value: middle(throughNpm), unit: 'ms' },
      { what: 'first start to first page, demo catalogue made', value: middle(first), unit: 'ms' },
      { what: 'asked to stop until ended', value: median(again.map(({ stopped }) => stopped)), unit: 'ms' },
    ],
    details: { first, again, throughNpm },
  }
}

async function startAndStop(start: ShopStart): Promise<{ firstPage: number; stopped: number }> {
  const shop = await startShop(start)
  return { firstPage: shop.firstPageAfter, stopped: await shop.stop() }
}
