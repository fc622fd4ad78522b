import { english } from '#words/en/english.ts'
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { BRAND } from '#domain/settings/brand/brand.ts'
import type { PageHead } from '#web/page.ts'
import { htmlDocument } from './html-document.ts'
import { pageHeaders, withInlineStyles } from '#web/http/security-headers.ts'

const document = (
  props: unknown,
  title = 'Shop',
  more: Partial<PageHead> = {},
  screen = 'storefront/shop/shop-page',
  inlineStyle: { text: string; hash: string } | null = null,
) =>
  htmlDocument({
    words: english,
    screen,
    head: { title, description: 'All of it', canonical: '/shop', ...more },
    body: '<main></main>',
    props,
    assets: {
      script: '/assets/browser.js',
      code: '/assets/shop-page.js',
      styles: ['/assets/all.css'],
      inlineStyle,
      preloads: [],
      font: null,
      fonts: '',
    },
    brand: BRAND.fallback,
    brandStyle: null,
    files: { icon: null, card: null, logo: null },
    shopName: 'Redemption',
    announcement: { text: '', link: '' },
    publicUrl: 'https://shop.example',
  })

const pageData = (html: string) =>
  /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? ''

test('page data cannot end its script element, and is parsed back unchanged', () => {
  const props = { name: '</script><script>alert(1)</script>', note: '<!-- \u2028 & "quotes"' }
  const html = document(props)
  expect(pageData(html)).not.toContain('<')
  expect(JSON.parse(pageData(html))).toEqual(props)
  expect(html).not.toContain('alert(1)</script>')
})

test('markup in a title is escaped', () => {
  expect(document({}, 'Search results for "<b>"')).toContain(
    '<title>Search results for &quot;&lt;b&gt;&quot;</title>',
  )
})

test('a page has one canonical address for search engines, unless it must not be indexed', () => {
  expect(document({})).toContain('<link rel="canonical" href="https://shop.example/shop">')
})

test('structured data cannot end its script element, nor begin a comment', () => {
  const name = '</script><!--<script>alert(1)</script>\u2028'
  const html = document({}, 'Shop', { structured: [{ '@type': 'Product', name }] })
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html) ?? []
  expect(json).not.toContain('<')
  expect(JSON.parse(json)).toEqual({ '@type': 'Product', name })
})

test('sharing tags have absolute addresses, also for pictures on another host', () => {
  expect(document({})).toContain('<meta property="og:image" content="https://shop.example/social-card.jpg">')
  const picture = {
    url: 'https://pictures.example/1.webp',
    type: 'image/webp',
    width: 1,
    height: 1,
    alt: '"red"',
  }
  const html = document({}, 'Shop', { picture })
  expect(html).toContain('<meta property="og:image" content="https://pictures.example/1.webp">')
  expect(html).toContain('<meta property="og:image:alt" content="&quot;red&quot;">')
})

test('the code of a page has the lowest priority of its files, except for staff', () => {
  const begin = '<script type="module" src="/assets/browser.js"'
  expect(document({})).toContain(`<template id="code">${begin} fetchpriority="low"></script></template>`)
  expect(document({}, 'Orders', {}, 'admin/orders/orders-page')).toContain(`${begin}></script>\n</head>`)
})

test('pages for staff are neither indexed nor shared', () => {
  const html = document({}, 'Admin Login', { noindex: true }, 'admin/login/login-page')
  expect(html).toContain('<meta name="robots" content="noindex">')
  expect(html).not.toMatch(/og:|canonical|ld\+json|alternate/)
})

test('the only inline scripts and styles, of shoppers and of staff, are those allowed by their hashes', () => {
  const html =
    document({ a: 1 }, 'Shop', { structured: [{ a: 1 }] }) +
    document({ a: 1 }, 'Orders', {}, 'admin/orders/orders-page')
  const policy = new Map(pageHeaders('https://shop.example')).get('content-security-policy')
  for (const element of ['script', 'style']) {
    const inline = [...html.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, 'g'))]
    const hashes = inline.map(
      ([, text = '']) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    expect(policy).toContain(`${element}-src 'self' ${[...new Set(hashes)].join(' ')};`)
  }
  const others = html.replaceAll(/<(script|style)>[^<]*<\/\1>/g, '')
  expect(others).not.toMatch(/<style|\sstyle=|\son[a-z]+=/i)
  expect(others.match(/<script(?![^>]*(src=|application\/(ld\+)?json))/g)).toBeNull()
})

test('styles in the page are allowed by their hash, and code that is loaded later does not fetch them again', () => {
  const text = 'a{color:red}'
  const hash = `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  const html = document({}, 'Shop', {}, 'storefront/shop/shop-page', { text, hash })
  expect(html).toContain(`<style>${text}</style>`)
  expect(html).toContain('<link rel="stylesheet" href="/assets/all.css" disabled>')
  const policy = new Map(withInlineStyles(pageHeaders('https://shop.example'), [hash])).get(
    'content-security-policy',
  )
  expect(policy).toMatch(/style-src 'self' [^;]+;/)
  expect(policy).toContain(hash)
})
