import * as v from 'valibot'
import * as words from '#words/en/pages/about.ts'
import type { Words } from '#words/languages.ts'
import { BLOCKS, PAGE_LIMITS, STORY, type BlockKind, type PageBlock, type ShopPage } from './page.ts'
import { hasFirstName } from './shop-identity.ts'
import { listChanges, type Setting } from './setting.ts'
import {
  addressesOnce,
  requiredSettingLine,
  settingHandle,
  settingLine,
  settingLines,
  settingPicture,
} from './setting-text.ts'

/** Addresses of the shop itself, which a page may not be called. */
const TAKEN =
  /^(?:admin|api|cart|checkout|contact|delivery-returns|drop|feed|gift-card|health|order|pages|pay|privacy-policy|product|ready|search|shop|sitemap|thank-you|withdraw)$/

const picture = settingPicture(PAGE_LIMITS.alt)

/** The parts of these kinds as submitted and as stored. */
export const pageBlockSchema = <const Kind extends BlockKind>(kinds: readonly Kind[]) =>
  v.pipe(
    v.object({
      kind: v.picklist(kinds, 'Choose what this part is.'),
      heading: settingLine(PAGE_LIMITS.heading),
      text: settingLines(PAGE_LIMITS.text),
      picture,
      items: v.pipe(
        v.array(
          v.object({
            name: requiredSettingLine(PAGE_LIMITS.itemName, 'Fill this in, or remove it.'),
            text: settingLines(PAGE_LIMITS.itemText),
            picture,
          }),
        ),
        v.maxLength(PAGE_LIMITS.items, `Keep to ${PAGE_LIMITS.items}.`),
      ),
    }),
    v.forward(
      v.partialCheck(
        [['kind'], ['picture']],
        ({ kind, picture: shown }) => shown !== null || !(BLOCKS[kind].has as string[]).includes('picture'),
        'Upload an image, or remove this part.',
      ),
      ['picture'],
    ),
  )

const blockSchema = pageBlockSchema(Object.keys(BLOCKS) as BlockKind[]) satisfies v.GenericSchema<
  unknown,
  PageBlock
>

const TIME = 'Enter a day and a time.'

const page = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.regex(/^[\w-]{1,40}$/)),
    name: requiredSettingLine(PAGE_LIMITS.name, 'Enter a name. Menus and breadcrumbs show it.'),
    heading: settingLine(PAGE_LIMITS.heading),
    handle: v.pipe(
      settingHandle(PAGE_LIMITS.handle, 'size-guide'),
      v.check(
        (handle) => !TAKEN.test(handle),
        ({ input }) => `“${input}” is an address of the shop itself. Choose another one.`,
      ),
    ),
    isDraft: v.boolean(),
    publishedFrom: v.nullable(
      v.pipe(v.number(TIME), v.safeInteger(TIME), v.minValue(0, TIME), v.maxValue(253_402_300_799_999, TIME)),
    ),
    searchTitle: settingLine(PAGE_LIMITS.searchTitle),
    description: settingLine(PAGE_LIMITS.description),
    blocks: v.pipe(
      v.array(blockSchema),
      v.maxLength(PAGE_LIMITS.blocks, `Keep to ${PAGE_LIMITS.blocks} parts.`),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['id'], ['handle']],
      ({ id, handle }) => handle !== STORY || id === STORY,
      'This address is of the story of the shop. Choose another one.',
    ),
    ['handle'],
  ),
) satisfies v.GenericSchema<unknown, ShopPage>

/** The pages as submitted and as stored. An address is of one page. */
export const pagesSchema = v.object({
  pages: v.pipe(
    v.array(page),
    v.maxLength(PAGE_LIMITS.pages, `Keep at most ${PAGE_LIMITS.pages} pages.`),
    addressesOnce(),
  ),
})

const blockOf = (kind: BlockKind, rest: Partial<PageBlock>): PageBlock => ({
  kind,
  heading: '',
  text: '',
  picture: null,
  items: [],
  ...rest,
})

type StoryWords = Words['pages/about']

/** The story that the shop starts with (spec 2). */
function firstStory(said: StoryWords): ShopPage {
  return {
    id: STORY,
    name: said.breadcrumb,
    heading: said.heading,
    handle: STORY,
    isDraft: false,
    publishedFrom: null,
    searchTitle: '',
    description: said.description,
    blocks: [
      blockOf('line', { text: said.line }),
      blockOf('text', { heading: said.beginning, text: said.beginningText }),
      missionOf(said),
      blockOf('people', {
        heading: said.team,
        items: said.roles.map((role) => ({ name: said.teamMember, text: role, picture: null })),
      }),
    ],
  }
}

function missionOf({ mission, missionText, values }: StoryWords): PageBlock {
  const items = values.map((value) => ({ ...value, picture: null }))
  return blockOf('text', { heading: mission, text: missionText, items })
}

/** The pages of the shop's own. */
export const PAGES: Setting<{ pages: readonly ShopPage[] }> = {
  name: 'pages',
  label: 'Pages',
  schema: pagesSchema,
  fallback: { pages: [firstStory(words)] },
  fields: { pages: 'Pages' },
  pictures: ['pages'],
}

/** What the history says of a change: `Size guide added`. */
export function pageChanges(
  before: { pages: readonly ShopPage[] },
  after: { pages: readonly ShopPage[] },
): string {
  return listChanges(before.pages, after.pages)
}

/** The next time after `now` at which a page is published; null: none is planned. */
export function nextPagePublication(pages: readonly ShopPage[], now: number): number | null {
  const times = pages.flatMap(({ isDraft, publishedFrom }) =>
    !isDraft && publishedFrom !== null && publishedFrom > now ? [publishedFrom] : [],
  )
  return times.length === 0 ? null : Math.min(...times)
}

/**
 * The pages as a shop of this name has them, in a language. The first story tells of the shop that came with the code:
 * another one starts with what holds of any.
 */
export function pagesOf(
  pages: readonly ShopPage[],
  shopName: string,
  said: StoryWords = words,
): readonly ShopPage[] {
  const first = JSON.stringify(PAGES.fallback.pages[0])
  const story = firstStory(said)
  const ofAny = { description: '', blocks: [blockOf('line', { text: shopName }), missionOf(said)] }
  return pages.map((one) => {
    if (JSON.stringify(one) !== first) return one
    return hasFirstName(shopName) ? story : { ...story, ...ofAny }
  })
}
