import { expect, test } from 'vitest'
import { endpoints, pages, staffPages } from '#test/support/every-route.ts'

const screens = [...pages, ...staffPages]
const files = import.meta.glob<unknown>('/web/{storefront,admin}/*/*-page.tsx', { import: 'default' })

test.each(screens)(
  'the browser hydrates $path with the component that the server rendered',
  async (route) => {
    expect(await files[`/web/${route.screen}.tsx`]?.()).toBe(route.component)
  },
)

test('each address has one screen or endpoint', () => {
  const addresses = [
    ...screens.map(({ path }) => `GET ${path}`),
    ...endpoints.map(({ method, path }) => `${method} ${path}`),
  ]
  expect(addresses.filter((address, index) => addresses.indexOf(address) !== index)).toEqual([])
})
