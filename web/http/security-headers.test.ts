import { expect, test } from 'vitest'
import { EARLY_TAPS_SOURCE } from './pages/early-taps.ts'
import { START_CODE_SOURCE } from './pages/start-code.ts'
import { VIEW_TRANSITION_SOURCES } from './pages/view-transitions.ts'
import { pageHeaders, withExtraSources, withPictureOrigins } from './security-headers.ts'

const headers = pageHeaders('https://shop.example')
const SOURCES = {
  script: ['https://js.pay.example', 'https://*.js.pay.example'],
  frame: ['https://js.pay.example', 'https://hooks.pay.example'],
  connect: ['https://api.pay.example'],
  payment: ['https://js.pay.example'],
}
const directives = (all: [string, string][]) => new Map(all).get('content-security-policy')?.split('; ') ?? []

test('a page with the card form of another host allows that host, and nothing else', () => {
  const extended = withExtraSources(headers, SOURCES)
  const added = directives(extended).filter((directive) => !directives(headers).includes(directive))
  expect(added).toEqual([
    `script-src 'self' ${VIEW_TRANSITION_SOURCES.script} ${START_CODE_SOURCE} ${EARLY_TAPS_SOURCE} https://js.pay.example https://*.js.pay.example`,
    "connect-src 'self' https://api.pay.example",
    'frame-src https://js.pay.example https://hooks.pay.example',
  ])
  expect(new Map(extended).get('permissions-policy')).toContain('payment=(self "https://js.pay.example")')
  // PayPal and others answer from a window of their own.
  expect(new Map(extended).get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
})

test('a card form without other hosts changes no header', () => {
  expect(withExtraSources(headers, { script: [], frame: [], connect: [], payment: [] })).toEqual(headers)
})

test('pictures from another origin are allowed as pictures only, even together with a card form', () => {
  const origins = ['https://pictures.example']
  const extended = withExtraSources(withPictureOrigins(headers, origins), SOURCES)
  const letting = directives(extended).filter((directive) => directive.includes('pictures.example'))
  expect(letting).toEqual(["img-src 'self' data: https://pictures.example"])
  expect(directives(extended)).toContain("connect-src 'self' https://api.pay.example")
  expect(withPictureOrigins(headers, [])).toEqual(headers)
})
