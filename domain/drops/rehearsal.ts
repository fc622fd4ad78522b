import type { Drop } from './drop.ts'

/** How a rehearsal ended. `stopped`: before the robots had done. `failed`: it could not be run, or was cut off. */
export type RehearsalOutcome = 'finished' | 'stopped' | 'failed'

/** How many robots a rehearsal has, whatever the machine carries. */
export const ROBOTS = { min: 10, max: 10_000 } as const

/** What the second shop takes, and what is left to the first. */
const SHOP_BYTES = 400e6
const ROBOT_BYTES = 40e3
/** Measured: `npm run bench -- drop` has 15,000 on two processors, which it does not share with a shop. */
const ROBOTS_OF_PROCESSOR = 2_500

/** How many robots a machine carries, beside the shop that sells and the one they buy from; 0: none. */
export function robotsCarried({ processors, freeBytes }: { processors: number; freeBytes: number }): number {
  const byMemory = (freeBytes - SHOP_BYTES) / ROBOT_BYTES
  const most = Math.min(ROBOTS.max, processors * ROBOTS_OF_PROCESSOR, Math.floor(byMemory / 10) * 10)
  return most < ROBOTS.min ? 0 : most
}

const MINUTE = 60_000
/** So long before a crowd comes for a drop, and after, the machine is for that. */
const QUIET_BEFORE_MS = 30 * MINUTE
const QUIET_AFTER_MS = 60 * MINUTE

/**
 * The drop for which a crowd is there or comes soon, so that nothing is rehearsed until `until` (epoch milliseconds);
 * null: none. A crowd comes for early access, for the entries of a draw and for the sale, and waits in the room before
 * it.
 */
export function findRush(drops: readonly Drop[], now: number): { drop: Drop; until: number } | null {
  const rushes = drops
    .filter(({ isDraft }) => !isDraft)
    .flatMap((drop) => {
      const { soldFrom, room, early, draw } = drop
      const opens = Math.max(QUIET_BEFORE_MS, (room?.opensMinutes ?? 0) * MINUTE)
      return [
        { drop, from: soldFrom - opens, until: soldFrom + QUIET_AFTER_MS },
        ...[early?.from, draw?.entriesFrom]
          .filter((at) => at !== undefined)
          .map((at) => ({ drop, from: at - QUIET_BEFORE_MS, until: at + QUIET_AFTER_MS })),
      ]
    })
    .filter(({ from, until }) => from <= now && now < until)
    .toSorted((one, other) => other.until - one.until)
  return rushes[0] ?? null
}

/** How many robots are where, or came to what. */
export interface RobotCounts {
  /** Who has come, and who of them still waits. */
  arrived: number
  waiting: number
  paid: number
  /** Who found nothing left. */
  soldOut: number
  /** Who did not use their turn, and who ordered and did not pay. */
  left: number
  abandoned: number
  /** Who asked for more than a person may have. */
  refused: number
  /** Who came too late for their turn. */
  missed: number
  failed: number
}

/** How long pieces that nobody pays for are held in a rehearsal, so that what becomes of them is seen. */
export const REHEARSED_HOLD_MINUTES = 2

/** How a drop is held in its rehearsal: from now on, public at once and for everyone. */
export function rehearsedDrop(drop: Drop, { now, startsAt }: { now: number; startsAt: number }): Drop {
  return {
    ...drop,
    isDraft: false,
    picture: null,
    early: null,
    publicFrom: now,
    soldFrom: startsAt,
    payMinutes: drop.payMinutes && REHEARSED_HOLD_MINUTES,
    draw: drop.draw && { ...drop.draw, entriesFrom: now },
  }
}
