import { median, type Answer, type Figure } from '#bench/question.ts'
import { BESIDE, figuresBeside } from '#bench/harness/beside.ts'
import { buildShop, startShop, temporaryFolder, type ShopStart } from '#bench/harness/running-shop.ts'

const ROUNDS = 5

interface Start {
  firstPage: number
  stopped: number
}

/**
 * How long from starting the built shop to its first complete page, and from SIGTERM to its exit? With BESIDE=folder
 * another checkout of the shop is started in turn, for comparison.
 */
export async function measure(): Promise<Answer> {
  const checkouts = [undefined, ...(BESIDE === undefined ? [] : [BESIDE])].map((cwd) => new Starts(cwd))
  const inTurn = async (start: (checkout: Starts) => Promise<void>) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const checkout of round % 2 === 0 ? checkouts : checkouts.toReversed()) await start(checkout)
    }
  }
  await inTurn((checkout) => checkout.startAnew())
  for (const checkout of checkouts) await checkout.prepare()
  await inTurn((checkout) => checkout.restart())
  const [here = [], beside = []] = checkouts.map((checkout) => checkout.figures())
  const promises = here.map((figure, at) => (at === 0 ? { ...figure, most: 1_000 } : figure))
  return {
    figures: [...promises, ...figuresBeside(here, beside)],
    details: checkouts.map(({ first, again, throughNpm }) => ({ first, again, throughNpm })),
  }
}

/** The starts of one checkout. */
class Starts {
  readonly first: Start[] = []
  readonly again: Start[] = []
  readonly throughNpm: Start[] = []
  readonly #dataDir = temporaryFolder()
  readonly #checkout: { cwd?: string }

  constructor(cwd: string | undefined) {
    buildShop(cwd)
    this.#checkout = cwd === undefined ? {} : { cwd }
  }

  async startAnew(): Promise<void> {
    this.first.push(await this.#startAndStop({ dataDir: temporaryFolder() }))
  }

  /** Makes the demo catalogue in the folder that the restarts share. */
  async prepare(): Promise<void> {
    await this.#startAndStop({ dataDir: this.#dataDir })
  }

  async restart(): Promise<void> {
    const dataDir = this.#dataDir
    this.again.push(await this.#startAndStop({ dataDir }))
    this.throughNpm.push(await this.#startAndStop({ dataDir, command: ['npm', 'start', '--silent'] }))
  }

  figures(): Figure[] {
    const middle = (starts: Start[]) => median(starts.map(({ firstPage }) => firstPage))
    return [
      { what: 'restart to first page', value: middle(this.again), unit: 'ms' },
      { what: 'restart to first page, npm start', value: middle(this.throughNpm), unit: 'ms' },
      { what: 'first start to first page, demo catalogue made', value: middle(this.first), unit: 'ms' },
      { what: 'asked to stop until ended', value: median(this.again.map((s) => s.stopped)), unit: 'ms' },
    ]
  }

  async #startAndStop(start: ShopStart): Promise<Start> {
    const shop = await startShop({ ...start, ...this.#checkout })
    return { firstPage: shop.firstPageAfter, stopped: await shop.stop() }
  }
}
