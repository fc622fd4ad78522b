import type { DropRoom } from './drop.ts'

/** How many times the halves of a number are mixed. */
const ROUNDS = 12

/**
 * The place of an arrival: who was present at the start is drawn by lot, later ones keep their number. `seed`: 64
 * hexadecimal digits; `present`: how many had arrived at the start. The places of 1 to `present` are these numbers in
 * an order that the seed alone decides, in a way that anybody can repeat (docs/wings/drops.md).
 */
export async function placeOf(number: number, seed: string, present: number): Promise<number> {
  if (number > present) return number
  let bits = 1
  while (4 ** bits < present) bits += 1
  const size = 2 ** bits
  const block = new Uint8Array(37)
  block.set(Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(seed.slice(2 * at, 2 * at + 2), 16)))
  const view = new DataView(block.buffer)
  let drawn = number - 1
  do {
    let left = Math.floor(drawn / size)
    let right = drawn % size
    for (let round = 0; round < ROUNDS; round += 1) {
      view.setUint8(32, round)
      view.setUint32(33, right)
      const digest = new DataView(await crypto.subtle.digest('SHA-256', block))
      const mixed = left ^ (digest.getUint32(0) % size)
      left = right
      right = mixed
    }
    drawn = left * size + right
  } while (drawn >= present)
  return drawn + 1
}

/**
 * Where a room is: `closed` before it opens and after staff have closed it, `open` until the start, then `running`,
 * unless staff have paused it.
 */
export type RoomPhase = 'before' | 'open' | 'running' | 'paused' | 'closed'

/** What is left of the products: something, or only what others may still give back, or nothing. */
export type RoomPieces = 'some' | 'held' | 'none'

/** What everybody may know of a waiting room: the same for all. Times are epoch milliseconds. */
export interface RoomStatus {
  phase: RoomPhase
  /** When this was true. */
  now: number
  opensAt: number
  startsAt: number
  /** The SHA-256 of the seed's 32 bytes; the seed itself once the room has started. Both in hexadecimal digits. */
  commitment: string
  seed: string | null
  /** How many were present at the start; null before it. */
  present: number | null
  /** How many have arrived until now. */
  arrived: number
  /** Places up to this one have a turn, except those up to `lapsedTo`, who did not take it in time. */
  servedTo: number
  lapsedTo: number
  /** How many places are served each minute, as it goes; null: nobody can say. */
  perMinute: number | null
  /** When the next place is served, as it goes; null: nobody can say. */
  nextAt: number | null
  pieces: RoomPieces
  turnMinutes: number
  /** Whoever enters has to show work (work.ts). */
  asksWork: boolean
  /** From staff to those who wait; it may be empty. */
  message: string
  /** Ask again after a tenth of the expected wait, within these seconds. */
  askAgain: { least: number; most: number }
}

/** How somebody stands in a room with this place. */
export type Standing = 'waits' | 'served' | 'lapsed'

/** How a place stands. */
export function standingOf(
  place: number,
  { servedTo, lapsedTo }: Pick<RoomStatus, 'servedTo' | 'lapsedTo'>,
): Standing {
  if (place > servedTo) return 'waits'
  return place > lapsedTo ? 'served' : 'lapsed'
}

/** In how many milliseconds a place is likely served; null: nobody can say. */
export function expectedWait(
  place: number,
  { servedTo, perMinute }: Pick<RoomStatus, 'servedTo' | 'perMinute'>,
): number | null {
  return perMinute === null ? null : (Math.max(0, place - servedTo) / perMinute) * 60_000
}

/**
 * In how many milliseconds to ask again: long waits ask rarely. `place`: null before the start. `random`: from 0 to 1,
 * so that those who wait do not all ask at once.
 */
export function askAgainIn(status: RoomStatus, place: number | null, random: number): number {
  const least = status.askAgain.least * 1_000
  const most = status.askAgain.most * 1_000
  const untilNext = (status.phase === 'before' ? status.opensAt : status.startsAt) - status.now
  const wait = place === null ? untilNext : expectedWait(place, status)
  const share = wait === null ? most / 4 : wait / 10
  const spread = Math.min(most, Math.max(least, share)) * (0.75 + random / 2)
  return place === null && untilNext > 0 ? Math.min(spread, untilNext + random * least) : spread // on time
}

/** What a room is set to, as fast as staff make it: `pace` in percent. */
export function paceOf({ turns, perMinute }: DropRoom, pace: number): Pick<DropRoom, 'turns' | 'perMinute'> {
  const paced = (set: number) => Math.max(1, Math.round((set * pace) / 100))
  return { turns: paced(turns), perMinute: paced(perMinute) }
}

/** How far a room serves. `servedAt`: until when the speed was used up, in epoch milliseconds. */
export interface Served {
  servedTo: number
  servedAt: number
}

/** A room that was not served for longer does not make up for it. */
const MADE_UP_MS = 2_000

/**
 * How far a room serves now: as fast as it may, and as far as turns are free. `busy`: turns that are used.
 * `unclaimed`: places that were served a moment ago and may still take theirs.
 */
export function nextServed(
  { servedTo, servedAt, arrived }: Served & { arrived: number },
  { busy, unclaimed }: { busy: number; unclaimed: number },
  { turns, perMinute }: Pick<DropRoom, 'turns' | 'perMinute'>,
  now: number,
): Served {
  const each = 60_000 / perMinute
  const from = Math.max(servedAt, now - Math.max(MADE_UP_MS, each))
  const due = Math.floor((now - from) / each)
  const more = Math.max(0, Math.min(due, turns - busy - unclaimed, arrived - servedTo))
  return { servedTo: servedTo + more, servedAt: Math.ceil(from + more * each) }
}
