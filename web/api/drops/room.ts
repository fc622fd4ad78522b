import * as v from 'valibot'
import { standingOf } from '#domain/drops/room.ts'
import { hasEarlyAccess } from '#operations/drops/early-access.ts'
import { findDrop } from '#operations/drops/find-drop.ts'
import { findPlace, findTurnEnd, joinRoom, takeTurn } from '#operations/drops/join-room.ts'
import { mayEnter } from '#operations/drops/show-work.ts'
import { findRoomStatus, hasRoom, type DropWithRoom, type KnownRoom } from '#operations/drops/room-status.ts'
import type { Shop } from '#operations/shop.ts'
import type { ApiContext } from '#web/api/api-context.ts'
import { postedForm, refusal, TRAP_DETAIL, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { JsonAnswer } from '#web/http/json-answer.ts'
import { networkKnown } from '#web/http/limits/client-address.ts'
import { buying, joining, polling } from '#web/http/limits/rate-limits.ts'
import { problem } from '#web/http/problem.ts'
import { readText } from '#web/http/read-json.ts'
import { seeOther } from '#web/http/see-other.ts'
import {
  placeCookie,
  readEarlyCookie,
  readPlaceCookie,
  readTurnCookies,
  turnCookie,
} from '#web/http/visitors/room-cookies.ts'
import { anyone, ownPages } from '#web/route.ts'

const MAX_BYTES = 1024

/** `leaveEmpty`: a honeypot field, hidden from people and filled in by bots. */
const formSchema = v.object({
  drop: v.pipe(v.string(), v.regex(/^[a-z0-9-]{1,60}$/)),
  work: v.optional(v.string(), ''),
  leaveEmpty: v.optional(v.string(), ''),
})

const time = v.number()
/** What everybody may know of a room. */
export const roomStatusSchema = v.object({
  phase: v.picklist(['before', 'open', 'running', 'paused', 'closed']),
  now: time,
  opensAt: time,
  startsAt: time,
  commitment: v.string(),
  seed: v.nullable(v.string()),
  present: v.nullable(v.number()),
  arrived: v.number(),
  servedTo: v.number(),
  lapsedTo: v.number(),
  perMinute: v.nullable(v.number()),
  nextAt: v.nullable(time),
  pieces: v.picklist(['some', 'held', 'none']),
  turnMinutes: v.number(),
  asksWork: v.boolean(),
  message: v.string(),
  askAgain: v.object({ least: v.number(), most: v.number() }),
})

interface Found {
  drop: DropWithRoom
  room: KnownRoom
}

async function findRoom(shop: Shop, handle: string): Promise<Found | null> {
  const drop = await findDrop(shop, handle)
  const room = drop && hasRoom(drop) ? await findRoomStatus(shop, drop) : null
  return room && drop && hasRoom(drop) ? { drop, room } : null
}

const handleIn = (request: Request) => new URL(request.url).pathname.split('/')[3] ?? ''

const noRoom = () => problem({ type: 'not-found', status: 404, title: 'There is no such waiting room.' })

/** GET /api/drops/{handle}/room: the same for everyone, from memory. A proxy may keep it for two seconds. */
async function roomStatus(request: Request, { shop }: ApiContext): Promise<Response | JsonAnswer> {
  const found = await findRoom(shop, handleIn(request))
  if (found === null) return noRoom()
  return new JsonAnswer(found.room.status, { headers: { 'cache-control': 'public, max-age=2' } })
}

roomStatus.docs = {
  summary: 'How far the waiting room of a drop is',
  detail:
    'The same answer for everyone, which proxies may keep for two seconds: compare your own place with it. Places up to `servedTo` have a turn, ' +
    'except those up to `lapsedTo`. `seed` is null until the start; then it and `present` give the place of every arrival, as the documentation ' +
    'describes. Ask again after a tenth of the expected wait, within the seconds of `askAgain`. Times are epoch milliseconds.',
  params: v.object({ name: v.string() }),
  answers: {
    200: {
      means: 'How far it is.',
      schema: roomStatusSchema,
      headers: { 'cache-control': '`public, max-age=2`' },
    },
    404: refusal('There is no such drop, or it has no waiting room.'),
  },
} satisfies EndpointDocs

/** GET /api/drops/{handle}/turn: of this browser, by its cookies alone. */
async function ownTurn(request: Request, { shop }: ApiContext): Promise<Response> {
  const handle = handleIn(request)
  const [drop, found] = await Promise.all([findDrop(shop, handle), findRoom(shop, handle)])
  if (drop === null) return problem({ type: 'not-found', status: 404, title: 'There is no such drop.' })
  const turn = readTurnCookies(request.headers, shop).find(({ roomId }) => roomId === found?.room.id)
  const isEarly = await hasEarlyAccess(shop, drop, readEarlyCookie(request.headers, shop, drop))
  return Response.json({ now: shop.now(), endsAt: turn?.endsAt ?? null, isEarly })
}

ownTurn.docs = {
  summary: 'Whether this browser may order of a drop',
  detail:
    '`endsAt`: until when, after its turn in the waiting room; null: it has taken no turn. `isEarly`: it has early access, and the sale has not ' +
    'begun. Times are epoch milliseconds.',
  params: v.object({ name: v.string() }),
  answers: {
    200: {
      means: 'How it stands.',
      schema: v.object({ now: time, endsAt: v.nullable(time), isEarly: v.boolean() }),
    },
    404: refusal('There is no such drop.'),
  },
} satisfies EndpointDocs

/** The form of the page of a room; a response where it asks for nothing that can be done. */
async function readForm(
  request: Request,
  shop: Shop,
): Promise<(Found & { work: string; isBot: boolean }) | Response> {
  const body = await readText(request, MAX_BYTES)
  if ('refusal' in body) return body.refusal
  const filled = v.safeParse(formSchema, Object.fromEntries(new URLSearchParams(body.text)))
  if (!filled.success) return seeOther('/shop')
  const found = await findRoom(shop, filled.output.drop)
  if (found === null) return seeOther(`/drop/${filled.output.drop}`)
  const { work, leaveEmpty } = filled.output
  return { ...found, work, isBot: leaveEmpty !== '' }
}

/** POST /api/drops/join: a place, which the browser keeps. Who has one keeps that one, unless its turn has passed. */
async function join(request: Request, { shop, address }: ApiContext): Promise<Response> {
  const asked = await readForm(request, shop)
  if (asked instanceof Response) return asked
  const { drop, room, work, isBot } = asked
  const page = `/drop/${drop.handle}/room`
  const { phase, asksWork } = room.status
  if (isBot || phase === 'before' || phase === 'closed') return seeOther(page)
  const known = readPlaceCookie(request.headers, shop, room.id)
  const place = known && (await findPlace(room, known))
  const turns = readTurnCookies(request.headers, shop)
  const turnEnd = known && (await findTurnEnd(shop, turns, { roomId: room.id, number: known }))
  const isOver = turnEnd !== null && turnEnd <= shop.now()
  const hasPlace =
    known !== null && !isOver && (place === null || standingOf(place, room.status) !== 'lapsed')
  const network = networkKnown(address)
  const mayJoin =
    hasPlace || !asksWork || (await mayEnter(shop, shop.database.db, { id: room.id, work, network }))
  if (!mayJoin) return seeOther(`${page}?asked=work`)
  const number = hasPlace ? known : await joinRoom(shop, drop, room)
  return seeOther(page, number === null ? [] : [placeCookie(shop, room.id, number)])
}

join.docs = {
  summary: 'Enter the waiting room of a drop',
  detail:
    'Gives this browser a place, in a cookie. A browser that has one keeps it, unless its turn has passed. While `asksWork`, `work` has the task of the page and the numbers that solve it. ' +
    TRAP_DETAIL,
  body: postedForm(formSchema),
  answers: {
    303: {
      means: 'To the page of the room.',
      headers: { location: 'The page.', 'set-cookie': 'The place, for a day.' },
    },
  },
} satisfies EndpointDocs

/** POST /api/drops/turn: takes the turn of this browser's place, once that is served. */
async function turn(request: Request, { shop }: ApiContext): Promise<Response> {
  const asked = await readForm(request, shop)
  if (asked instanceof Response) return asked
  const { drop, room } = asked
  const page = `/drop/${drop.handle}/room`
  const number = readPlaceCookie(request.headers, shop, room.id)
  if (number === null || asked.isBot) return seeOther(page)
  const outcome = await takeTurn(shop, drop, number)
  if (outcome.kind !== 'taken') return seeOther(page)
  return seeOther(page, [turnCookie(shop, { roomId: room.id, number, endsAt: outcome.endsAt })])
}

turn.docs = {
  summary: 'Take the turn of a place that is served',
  detail:
    'Until the turn ends, this browser may order products of the drop. Asked again, it is the same turn.',
  body: postedForm(formSchema),
  answers: {
    303: {
      means: 'To the page of the room, which says how it went.',
      headers: { location: 'The page.', 'set-cookie': 'The turn, for a day.' },
    },
  },
} satisfies EndpointDocs

export const routes = [
  anyone('GET /api/drops/:name/room', roomStatus, polling),
  anyone('GET /api/drops/:name/turn', ownTurn, polling),
  ownPages('POST /api/drops/join', join, joining),
  ownPages('POST /api/drops/turn', turn, buying),
]
