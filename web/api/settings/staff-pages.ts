import { pageChanges, PAGES, pagesSchema } from '#domain/settings/pages.ts'
import { readPages } from '#operations/settings/shop-pages.ts'
import { listActions } from './list-actions.ts'

export const routes = listActions({
  name: 'pages',
  setting: PAGES,
  schema: pagesSchema,
  summary: pageChanges,
  detail:
    'Each is at `/pages/{handle}`, the one called `about` at `/about`. Texts are plain: `#` begins a heading, `-` a point of a list, `**words**` are bold, `[words](https://shop.example)` a link. A kind of block that does not show a field leaves it empty. `publishedFrom`: epoch milliseconds, null for at once.',
  example: { version: 0, value: PAGES.fallback },
  read: readPages,
})
