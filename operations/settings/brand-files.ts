import { escapeHtml } from '#domain/escape-html.ts'
import { BRAND, hasMark, type Brand } from '#domain/settings/brand/brand.ts'
import { CARD, ICON_SIZES, MASKABLE_SIZES } from '#domain/settings/brand/brand-files.ts'
import type { FontPair } from '#domain/settings/brand/font-pairs.ts'
import type { Mark } from '#domain/settings/brand/mark.ts'
import { isDarkGround, paletteOf } from '#domain/settings/brand/palette.ts'
import type { HomePicture } from '#domain/settings/home-page.ts'
import { SHOP_IDENTITY } from '#domain/settings/shop-identity.ts'
import type { Shop } from '#operations/shop.ts'
import type { Drawing } from '#providers/images/drawings.ts'
import { readSettingVersion } from './read-setting-history.ts'

type Deps = Pick<Shop, 'database' | 'drawings' | 'images'>

/** How high the wordmark is in emails, twice as many pixels as it takes there. */
const LOGO_HEIGHT = 96
const MAX_LOGO_WIDTH = 960
/** The part of an icon that no phone cuts off (w3.org/TR/appmanifest, the safe zone). */
const SAFE_SHARE = 0.8

/** A file of a brand, drawn of these versions of its settings; null when there is none. */
export async function findBrandFile(
  shop: Deps,
  { brand, name }: { brand: number; name: number },
  file: string,
): Promise<Uint8Array | null> {
  const describe = FILES.get(file)
  if (describe === undefined) return null
  const [own, identity] = await Promise.all([
    readSettingVersion(shop, BRAND, brand),
    readSettingVersion(shop, SHOP_IDENTITY, name),
  ])
  if (own === null || identity === null || (file === 'logo.png' && !hasMark(own.value))) return null
  return shop.drawings.find(`${brand}.${name}/${file}`, () => describe(shop, own.value, identity.value.name))
}

/** Pairs whose headings are in capitals, as in web/fonts/. */
const CAPITALS: ReadonlySet<FontPair> = new Set(['archivo', 'oswald'])

type Describe = (shop: Pick<Shop, 'images'>, brand: Brand, name: string) => Promise<Drawing>

const FILES: ReadonlyMap<string, Describe> = new Map([
  ...ICON_SIZES.map((size) => [`icon-${size}.png`, iconOf(size, 1)] as const),
  ...MASKABLE_SIZES.map((size) => [`icon-${size}-maskable.png`, iconOf(size, SAFE_SHARE)] as const),
  ['logo.png', logoOf],
  ['card.jpg', cardOf],
])

function iconOf(size: number, share: number): Describe {
  const edge = (size * (1 - share)) / 2
  const side = size * share
  return async ({ images }, brand, name) => {
    const { paper, red } = paletteOf(brand)
    const drawing = { width: size, height: size, type: 'png' } as const
    if (brand.icon === null) {
      const box = {
        left: edge + side * 0.18,
        top: edge + side * 0.18,
        width: side * 0.64,
        height: side * 0.64,
      }
      const text = Array.from(name.toUpperCase())[0] ?? ''
      return {
        ...drawing,
        svg: svgOf(drawing, `<rect width="100%" height="100%" fill="${red}"/>`),
        name: { text, face: brand.fonts, color: paper, ...whole(box) },
      }
    }
    const picture = image(
      await dataOf(images, brand.icon, size),
      { x: edge, y: edge, width: side, height: side },
      'slice',
    )
    const ground = share < 1 ? `<rect width="100%" height="100%" fill="${brand.ground}"/>` : ''
    return { ...drawing, svg: svgOf(drawing, ground + picture) }
  }
}

/** On its ground, so that it can be read where a mail program shows mails in dark colors. */
async function logoOf({ images }: Pick<Shop, 'images'>, brand: Brand): Promise<Drawing> {
  const isDark = isDarkGround(brand)
  const wanted = isDark ? brand.wordmarkOnDark : brand.wordmark
  const mark = wanted ?? brand.wordmark ?? brand.wordmarkOnDark
  if (mark === null) throw new Error('A brand without a wordmark has no logo')
  const width = Math.min(MAX_LOGO_WIDTH, Math.round((mark.width / mark.height) * LOGO_HEIGHT))
  const size = { width, height: LOGO_HEIGHT }
  const drawn = await markImage(
    images,
    mark,
    { x: 0, y: 0, ...size },
    { only: wanted === null ? (isDark ? WHITE : BLACK) : null },
  )
  return {
    ...size,
    type: 'png',
    svg: svgOf(size, `<rect width="100%" height="100%" fill="${brand.ground}"/>${drawn}`),
  }
}

async function cardOf({ images }: Pick<Shop, 'images'>, brand: Brand, name: string): Promise<Drawing> {
  const { dark, light, red } = paletteOf(brand)
  const all = { x: 0, y: 0, ...CARD }
  const behind = brand.card
    ? `${image(await dataOf(images, brand.card, CARD.width), all, 'slice')}<rect width="100%" height="100%" fill="${dark}" opacity="0.5"/>`
    : ''
  const box = { x: 150, y: 190, width: 900, height: 250 }
  const mark = brand.wordmarkOnDark ?? brand.wordmark
  const only = brand.wordmarkOnDark === null ? WHITE : null
  const drawn = mark && (await markImage(images, mark, box, { only }))
  return {
    ...CARD,
    type: 'jpeg',
    svg: svgOf(
      CARD,
      `<rect width="100%" height="100%" fill="${dark}"/>${behind}${drawn ?? ''}<rect y="606" width="100%" height="24" fill="${red}"/>`,
    ),
    ...(drawn === null && {
      name: {
        text: CAPITALS.has(brand.fonts) ? name.toUpperCase() : name,
        face: brand.fonts,
        color: light,
        left: box.x,
        top: box.y,
        width: box.width,
        height: box.height,
      },
    }),
  }
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A matrix that makes everything that is drawn white or black. */
const WHITE = '0 0 0 0 1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 0'
const BLACK = '0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 1 0'

async function markImage(
  images: Shop['images'],
  mark: Mark,
  box: Box,
  { only }: { only: string | null },
): Promise<string> {
  const data =
    'svg' in mark
      ? `data:image/svg+xml;base64,${Buffer.from(mark.svg).toString('base64')}`
      : await dataOf(images, mark, MAX_LOGO_WIDTH)
  const drawn = image(data, box, 'meet')
  return only === null
    ? drawn
    : `<filter id="only"><feColorMatrix values="${only}"/></filter><g filter="url(#only)">${drawn}</g>`
}

function image(data: string, { x, y, width, height }: Box, fit: 'meet' | 'slice'): string {
  return `<image x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid ${fit}" href="${escapeHtml(data)}"/>`
}

function svgOf({ width, height }: { width: number; height: number }, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
}

/** A stored picture in the smallest width that is large enough, as an address that contains it. */
async function dataOf(images: Shop['images'], { key, width }: HomePicture, wanted: number): Promise<string> {
  const widths = images.widthsFor(width)
  const chosen = widths.find((one) => one >= wanted) ?? widths.at(-1) ?? 320
  const file = await images.find(key, chosen, 'webp')
  if (file === null) throw new Error(`The picture ${key} of the brand is no longer stored`)
  const bytes = await new Response(file.stream()).arrayBuffer()
  return `data:image/webp;base64,${Buffer.from(bytes).toString('base64')}`
}

function whole<Of extends Record<string, number>>(box: Of): Of {
  return Object.fromEntries(Object.entries(box).map(([name, value]) => [name, Math.round(value)])) as Of
}
