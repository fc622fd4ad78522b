import type { Answer, Figure } from '#bench/question.ts'
import { ATTACKS, runAttack, type Damage } from '#bench/harness/load/attacks.ts'
import { buildShop, startShop, temporaryFolder } from '#bench/harness/running-shop.ts'

/**
 * What can an attacker achieve with a few connections? Each attack runs against a freshly started shop. With
 * BESIDE=folder another checkout of the shop is attacked first, for comparison.
 */
export async function measure(): Promise<Answer> {
  buildShop()
  const { BESIDE: beside } = process.env
  const figures: Figure[] = []
  const details: Record<string, { here: Damage; beside?: Damage }> = {}
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const play = async (cwd?: string) => {
      const started = { dataDir: temporaryFolder(), ...(cwd !== undefined && { cwd }) }
      const shop = await startShop(started)
      const damage = await runAttack(shop, attack)
      await shop.stop()
      return damage
    }
    if (beside !== undefined) {
      const before = await play(beside)
      figures.push(...described(`${name}, beside`, before))
      details[name] = { here: await play(), beside: before }
    } else {
      details[name] = { here: await play() }
    }
    const { here } = details[name]
    figures.push(...described(name, here, { memory: 256, files: 32, waited: 1_000, unanswered: 0 }))
  }
  return { figures, details }
}

function described(name: string, damage: Damage, most: Partial<Damage> = {}): Figure[] {
  const figure = (key: keyof Damage, what: string, unit: string): Figure => {
    const promise = most[key]
    return {
      what: `${name}: ${what}`,
      value: damage[key],
      unit,
      ...(promise !== undefined && { most: promise }),
    }
  }
  return [
    figure('memory', 'memory', 'MB'),
    figure('files', 'files', ''),
    figure('waited', 'a cached page, p99', 'ms'),
    figure('unanswered', 'others without an answer', ''),
  ]
}
