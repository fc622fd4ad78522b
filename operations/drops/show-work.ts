import { randomUUID } from 'node:crypto'
import type { ShopDatabase } from '#db/engine/open-database.ts'
import { takeAttempt, type Throttle } from '#db/engine/throttle.ts'
import { isSolved } from '#domain/drops/work.ts'
import type { DropRoomId } from '#domain/ids.ts'
import type { Shop } from '#operations/shop.ts'
import { visitorKey } from '#operations/visitor-key.ts'

const VALID_MS = 4 * 3_600_000
/** Each task is good for one entry: longer than it is valid. */
const ONCE: Throttle = { burst: 1, refillMs: 2 * VALID_MS }
/** Without work, as of browsers without a script: another network costs more than a second of a processor. */
const WITHOUT: Throttle = { burst: 1, refillMs: 10 * 60_000 }

const SHOWN = /^(\d{1,15})\.([\w-]{1,36})\.([\w-]{1,40}) ([\d-]{1,160})$/

type Keys = Pick<Shop, 'signedLinks' | 'now'>

/** A signed task for one entry from this network (null: it identifies nobody): nothing is stored until it is solved. */
export function newTask(shop: Keys, roomId: DropRoomId, network: string | null): string {
  const [at, id] = [String(shop.now()), randomUUID()]
  return `${at}.${id}.${shop.signedLinks.keyFor('drop-work', subject(shop, { roomId, network, at, id }))}`
}

function subject(
  shop: Keys,
  { roomId, network, at, id }: { roomId: DropRoomId; network: string | null; at: string; id: string },
): string {
  return `${roomId} ${at} ${id} ${visitorKey(shop, network)}`
}

/**
 * Whether somebody may enter a room or a draw while it asks for work. `work`: a task and what solves it, as the form of
 * the page sends them. Costs two statements at most, whatever is sent.
 */
export async function mayEnter(
  shop: Keys,
  db: ShopDatabase['db'],
  { id: roomId, work, network }: { id: DropRoomId; work: string; network: string | null },
): Promise<boolean> {
  const now = shop.now()
  const [, at = '', id = '', key = '', answer = ''] = SHOWN.exec(work) ?? []
  const isOurs = shop.signedLinks.opens(key, 'drop-work', subject(shop, { roomId, network, at, id }))
  if (isOurs && now - Number(at) < VALID_MS && isSolved(key, answer))
    return (await takeAttempt(db, `drop-work ${key}`, ONCE, now)) === null
  const free = `drop-work ${roomId} ${visitorKey(shop, network)}`
  return (await takeAttempt(db, free, WITHOUT, now)) === null
}
