import fc from 'fast-check'
import { expect, test } from 'vitest'
import { oldPath, ownPath, parseRedirect, parseRedirectFile, troubleOnTheWay } from './redirect.ts'

const SHOP = 'https://shop.example'

test('an old path is found however it was spelt', () => {
  expect(oldPath('/Products/Red-Hoodie/')).toBe('/products/red-hoodie')
  expect(oldPath('/collections/v%C3%AAtements')).toBe('/collections/vêtements')
  expect(oldPath('/100%-cotton')).toBe('/100%-cotton')
})

test.each([
  '/',
  '//elsewhere.example/x',
  '/\\elsewhere',
  '/admin',
  '/admin/orders',
  '/api/search',
  '/a%00b',
  '',
])('no redirect begins at %j', (path) => expect(oldPath(path)).toBe(null))

test.each([
  ['/product/red-hoodie?size=M#care', '/product/red-hoodie?size=M#care'],
  ['https://shop.example/about', '/about'],
  ['https://SHOP.example', '/'],
])('staff type %s, and it leads to %s', (to, target) => {
  expect(parseRedirect({ from: '/old', to }, SHOP)).toEqual({ redirect: { from: '/old', to: target } })
})

test.each([
  'https://elsewhere.example/about',
  'https://shop.example.elsewhere.example/',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '/.//elsewhere.example',
  '/a/..//elsewhere.example',
  '/%2e//elsewhere.example',
  'https://shop.example/.//elsewhere.example',
  '/\t/elsewhere.example',
  'about',
  '/admin',
  '',
])('a redirect leads to no other site: %j', (to) => {
  expect(parseRedirect({ from: '/old', to }, SHOP)).toHaveProperty('faults.to')
})

test('the old address may be one of another shop, with its query', () => {
  const typed = { from: ' https://old.example/products/Red-Hoodie?variant=1 ', to: '/shop' }
  expect(parseRedirect(typed, SHOP)).toEqual({ redirect: { from: '/products/red-hoodie', to: '/shop' } })
})

test('an own path never names another host, whatever is typed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('/', '\\', '.', '%2e', '%2F', '\t', 'x', '?', '#', '@')),
      (typed) => {
        const path = ownPath(`/${typed.join('')}`)
        if (path !== null) expect(new URL(path, SHOP).origin).toBe(SHOP)
      },
    ),
  )
})

test('whoever follows stored redirects comes to an end', () => {
  const path = fc.constantFrom('/a', '/b', '/c', '/d', '/e?x=1')
  fc.assert(
    fc.property(fc.array(fc.tuple(path, path)), (pairs) => {
      const targets = new Map<string, string>()
      for (const [from, to] of pairs) {
        const parsed = parseRedirect({ from, to }, SHOP)
        if ('redirect' in parsed && troubleOnTheWay(parsed.redirect, targets) === null) {
          targets.set(parsed.redirect.from, parsed.redirect.to)
        }
      }
      for (const start of targets.keys()) {
        let steps = 0
        let at: string | undefined = start
        while (at !== undefined && steps < 10) {
          at = targets.get(at.replace(/\?.*$/, ''))
          steps += 1
        }
        expect(at).toBe(undefined)
      }
    }),
  )
})

test('a redirect is one of few on the way, so that a long file is checked in no time', () => {
  const targets = new Map<string, string>()
  const refused = Array.from({ length: 50_000 }, (_, at) => 50_000 - at).filter((at) => {
    const redirect = { from: `/${at}`, to: `/${at + 1}` }
    if (troubleOnTheWay(redirect, targets) !== null) return true
    targets.set(redirect.from, redirect.to)
    return false
  })
  expect([refused[0], refused.length]).toEqual([49_980, 2_380])
})

test('files of Shopify and of WordPress’s Redirection are read, and bare lists', () => {
  const row = { line: 2, from: '/products/a', to: '/product/a', isPattern: false }
  expect(parseRedirectFile('\uFEFFRedirect from,Redirect to\r\n/products/a,/product/a\r\n')).toEqual([row])
  expect(
    parseRedirectFile('source,target,regex,code\n"/products/a","/product/a",0,301\n/x(.*),/y,1,301'),
  ).toEqual([row, { line: 3, from: '/x(.*)', to: '/y', isPattern: true }])
  expect(parseRedirectFile('/products/a;/product/a')).toEqual([{ ...row, line: 1 }])
  expect(parseRedirectFile('name,price\nHoodie,10')).toBe(null)
})
