import { expect, test } from 'vitest'
import { escapeHtml, htmlDocument } from './html-document.ts'

const document = (props: unknown, title = 'Shop') =>
  htmlDocument({
    screen: 'storefront/shop/shop-page',
    head: { title, description: 'All of it', canonical: '/shop' },
    body: '<main></main>',
    props,
    assets: { script: '/assets/browser.js', styles: ['/assets/all.css'], preloads: [], font: null },
    publicUrl: 'https://shop.example',
  })

const pageData = (html: string) =>
  /<script type="application\/json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? ''

test('page data cannot end its script element, and reads back as it was', () => {
  const props = { name: '</script><script>alert(1)</script>', note: '<!-- \u2028 & "quotes"' }
  const html = document(props)
  expect(pageData(html)).not.toContain('<')
  expect(JSON.parse(pageData(html))).toEqual(props)
  expect(html).not.toContain('alert(1)</script>')
})

test('a title with markup in it is text', () => {
  expect(document({}, 'Search results for "<b>"')).toContain(
    '<title>Search results for &quot;&lt;b&gt;&quot;</title>',
  )
})

test('every character that could leave a text or a quoted attribute is escaped', () => {
  expect(escapeHtml(`<a href="x" title='y'>&</a>`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;&lt;/a&gt;',
  )
})

test('a page has one address for search engines, unless it is kept from them', () => {
  expect(document({})).toContain('<link rel="canonical" href="https://shop.example/shop">')
})

test('there is no inline script or style, so that the policy needs no exception', () => {
  const html = document({ a: 1 })
  expect(html).not.toMatch(/<style|\sstyle=|\son[a-z]+=/i)
  expect(html.match(/<script(?![^>]*(src=|application\/json))/g)).toBeNull()
})
