import type { Tx } from '#db/engine/transact.ts'

/** Why a valid value cannot be saved now. `field`: the field, or the place in it: `promotions/0/effect`. */
export interface SettingProblem {
  field: string
  message: string
}

/**
 * What saving a setting changes elsewhere at this time, in the same transaction: from the value before to the one
 * after. A problem rolls everything back.
 */
export type SettingEffect<Value> = (
  tx: Tx,
  before: Value,
  after: Value,
  now: number,
) => Promise<SettingProblem | null>
