import type { Drop } from '#domain/drops/drop.ts'
import { toDropRoomId, type DropRoomId } from '#domain/ids.ts'
import type { Shop } from '#operations/shop.ts'
import { readCookie } from './staff-cookie.ts'

/** A turn of this browser, with its end in epoch milliseconds. */
export interface OwnTurn {
  roomId: DropRoomId
  number: number
  endsAt: number
}

type Keys = Pick<Shop, 'signedLinks' | 'settings'>

const DAY_SECONDS = 24 * 60 * 60
const PLACE = /^(\d{1,9})\.([\w-]{1,64})$/
const TURN = /^([\w-]{1,64})\.(\d{1,9})\.(\d{1,15})\.([\w-]{1,64})$/

/** The number of this browser's arrival in a room; null when it has none of ours. */
export function readPlaceCookie(headers: Headers, shop: Keys, roomId: DropRoomId): number | null {
  const [, number = '', key = ''] = PLACE.exec(readCookie(headers, name(shop, 'place', roomId)) ?? '') ?? []
  return shop.signedLinks.opens(key, 'drop-place', `${roomId} ${number}`) ? Number(number) : null
}

/** Keeps the place of a browser over reloads, lost networks and restarts of the shop. */
export function placeCookie(shop: Keys, roomId: DropRoomId, number: number): string {
  const value = `${number}.${shop.signedLinks.keyFor('drop-place', `${roomId} ${number}`)}`
  return cookie(shop, name(shop, 'place', roomId), value)
}

/** The turns that this browser took, also those that have ended. */
export function readTurnCookies(headers: Headers, shop: Keys): OwnTurn[] {
  const prefix = name(shop, 'turn', '' as DropRoomId)
  return (headers.get('cookie') ?? '').split(';').flatMap((pair) => {
    const [own = '', value = ''] = pair.trim().split('=', 2)
    const [, roomId = '', number = '', endsAt = '', key = ''] = TURN.exec(value) ?? []
    const isOurs =
      own.startsWith(prefix) && shop.signedLinks.opens(key, 'drop-turn', `${roomId} ${number} ${endsAt}`)
    return isOurs ? [{ roomId: toDropRoomId(roomId), number: Number(number), endsAt: Number(endsAt) }] : []
  })
}

/** Lets a browser order until its turn ends. */
export function turnCookie(shop: Keys, { roomId, number, endsAt }: OwnTurn): string {
  const key = shop.signedLinks.keyFor('drop-turn', `${roomId} ${number} ${endsAt}`)
  return cookie(shop, name(shop, 'turn', roomId), `${roomId}.${number}.${endsAt}.${key}`)
}

/** By what this browser has early access to a drop, unchecked; null: by nothing. */
export function readEarlyCookie(headers: Headers, shop: Keys, { id }: Pick<Drop, 'id'>): string | null {
  return readCookie(headers, earlyName(shop, id))
}

/** Keeps early access in a browser until the sale. */
export function earlyCookie(
  shop: Keys & Pick<Shop, 'now'>,
  { id, soldFrom }: Pick<Drop, 'id' | 'soldFrom'>,
  pass: string,
): string {
  return cookie(shop, earlyName(shop, id), pass, Math.ceil((soldFrom - shop.now()) / 1_000))
}

function earlyName({ settings }: Keys, dropId: string): string {
  return `${isHttps(settings) ? '__Host-' : ''}early-${dropId}`
}

/** Over https the name prefix makes browsers require Secure, the root path and this exact host. */
function name({ settings }: Keys, what: 'place' | 'turn', roomId: DropRoomId): string {
  return `${isHttps(settings) ? '__Host-' : ''}${what}-${roomId.slice(0, 8)}`
}

function cookie({ settings }: Keys, named: string, value: string, seconds = DAY_SECONDS): string {
  const secure = isHttps(settings) ? '; Secure' : ''
  return `${named}=${value}; Max-Age=${seconds}; Path=/; HttpOnly; SameSite=Lax${secure}`
}

function isHttps({ publicUrl }: Keys['settings']): boolean {
  return publicUrl.startsWith('https:')
}
