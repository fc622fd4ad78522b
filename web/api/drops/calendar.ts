import * as v from 'valibot'
import type { Drop } from '#domain/drops/drop.ts'
import { findDrop } from '#operations/drops/find-drop.ts'
import { problem } from '#web/http/problem.ts'
import type { SharedContext } from '#web/api/api-context.ts'
import { refusal, type EndpointDocs } from '#web/api/endpoint-docs.ts'
import { sameForAll } from '#web/route.ts'
import { reading } from '#web/http/limits/rate-limits.ts'

const MINUTE = 60_000
const LENGTH = 15 * MINUTE

/** GET /drop/{handle}/calendar.ics: the moment of a drop, for a calendar (RFC 5545). */
async function calendar(request: Request, { shop }: SharedContext): Promise<Response> {
  const handle = new URL(request.url).pathname.split('/')[2] ?? ''
  const drop = await findDrop(shop, handle)
  if (drop === null) return problem({ type: 'not-found', status: 404, title: 'There is no such drop.' })
  return new Response(eventOf(drop, shop.settings.publicUrl, shop.now()), {
    headers: {
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="${drop.handle}.ics"`,
    },
  })
}

calendar.docs = {
  summary: 'The moment of a drop as a calendar file',
  params: v.object({ name: v.string() }),
  answers: {
    200: { means: 'An event with a reminder ten minutes before.', type: 'text/calendar; charset=utf-8' },
    404: refusal('There is no such drop.'),
  },
} satisfies EndpointDocs

function eventOf({ id, name, handle, soldFrom }: Drop, publicUrl: string, now: number): string {
  const { hostname } = new URL(publicUrl)
  const url = `${publicUrl}/drop/${handle}`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${hostname}//Drops//EN`,
    'BEGIN:VEVENT',
    `UID:${id}@${hostname}`,
    `DTSTAMP:${utc(now)}`,
    `DTSTART:${utc(soldFrom)}`,
    `DTEND:${utc(soldFrom + LENGTH)}`,
    `SUMMARY:${escaped(name)}`,
    `DESCRIPTION:${escaped(url)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(name)}`,
    'TRIGGER:-PT10M',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** `20261204T180000Z` */
function utc(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, String.raw`\$&`)
}

/** Lines have at most 75 bytes; a longer one goes on after a space. Four bytes are the most of one character. */
function folded(line: string): string {
  return [...line].reduce(
    ({ text, bytes }, character) => {
      const more = Buffer.byteLength(character)
      return bytes + more > 73
        ? { text: `${text}\r\n ${character}`, bytes: 1 + more }
        : { text: text + character, bytes: bytes + more }
    },
    { text: '', bytes: 0 },
  ).text
}

export const routes = [sameForAll('GET /drop/:name/calendar.ics', calendar, reading)]
