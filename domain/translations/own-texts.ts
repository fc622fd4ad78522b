import type { Collection } from '#domain/catalog/collection.ts'
import { PRODUCT_LIMITS, COLUMN_FIELDS } from '#domain/catalog/product-fields.ts'
import type { Picture, Product } from '#domain/catalog/product.ts'
import { UNNAMED_METHOD } from '#domain/orders/order-shipping.ts'
import { ANNOUNCEMENT } from '#domain/settings/announcement.ts'
import { CATEGORIES_SETTING } from '#domain/settings/categories.ts'
import { COLLECTIONS } from '#domain/settings/collections.ts'
import { COLLECTION_LIMITS } from '#domain/catalog/collection.ts'
import { CONTACT_DETAILS } from '#domain/settings/contact-details.ts'
import { DROP_LIMITS, DROPS } from '#domain/settings/drops.ts'
import { HOME_PAGE } from '#domain/settings/home-page.ts'
import { HOME_SECTIONS, type HomeSection } from '#domain/settings/home-sections.ts'
import { MAIL_IDENTITY } from '#domain/settings/mail-identity.ts'
import { MENUS, type MenuLink } from '#domain/settings/menus.ts'
import { BLOCKS, PAGE_LIMITS, type PageBlock, type ShopPage } from '#domain/settings/page.ts'
import { PAGES } from '#domain/settings/pages.ts'
import { POLICIES } from '#domain/settings/policies.ts'
import { PROMOTIONS } from '#domain/settings/promotions.ts'
import { RETURNS } from '#domain/settings/returns.ts'
import { isSameData, labelsOf, type Setting } from '#domain/settings/setting.ts'
import { SHIPPING } from '#domain/settings/shipping.ts'
import {
  productSubject,
  translatedTexts,
  type OwnText,
  type TextKind,
  type TextSubject,
  type Translation,
} from './translation.ts'

/** What becomes of one text of a subject: itself while texts are listed, its translation where they are shown. */
type Say = (field: string, label: string, text: string, most: number, isLong?: 'long') => string

/** Begins a subject, and gives what its texts go through. */
export type Begin = (subject: string, kind: TextKind, name: string) => Say

/** The same value with each text of the owner's put through `Say`. What the shop says by itself stays. */
type Through<Value> = (value: Value, begin: Begin) => Value

interface SettingWithTexts {
  setting: Setting<never>
  through: Through<never>
}

const withTexts = <Value extends object>(
  setting: Setting<Value>,
  through: Through<Value>,
): SettingWithTexts => ({ setting: setting as never, through: through as never })

/** The texts of a picture for those who cannot see it. */
function pictureThrough<Shown extends Pick<Picture, 'key' | 'alt'> | null>(
  picture: Shown,
  say: Say,
  most: number,
): Shown {
  return picture && { ...picture, alt: say(`alt/${picture.key}`, 'What the image shows', picture.alt, most) }
}

const { name, description, searchTitle, searchDescription } = COLUMN_FIELDS

/** The columns of a product with texts of its own; its color is among those of all products. */
const PRODUCT_TEXTS = [
  { field: 'name', label: name.label, most: 200 },
  { field: 'description', label: description.label, most: 5_000, isLong: 'long' },
  { field: 'searchTitle', label: searchTitle.label, most: 120 },
  { field: 'searchDescription', label: searchDescription.label, most: 320, isLong: 'long' },
] as const

type ProductTexts = Partial<Pick<Product, (typeof PRODUCT_TEXTS)[number]['field'] | 'color'>> &
  Pick<Product, 'id' | 'name'> & { pictures?: readonly Pick<Picture, 'key' | 'alt'>[] }

/** A product with its texts put through `begin`, as far as they are known of it. */
export function productThrough<Shown extends ProductTexts>(product: Shown, begin: Begin): Shown {
  const say = begin(productSubject(product.id), 'product', product.name)
  const texts = PRODUCT_TEXTS.flatMap(({ field, label, most, ...long }) => {
    const text = product[field]
    return text === undefined
      ? []
      : [[field, say(field, label, text, most, 'isLong' in long ? 'long' : undefined)]]
  })
  const { pictures, color } = product
  return {
    ...product,
    ...Object.fromEntries(texts),
    ...(pictures && {
      pictures: pictures.map((picture) => pictureThrough(picture, say, PRODUCT_LIMITS.alt)),
    }),
    ...(color !== undefined && { color: colorThrough(color, begin) }),
  }
}

/** The picture of a product on its card. */
export function cardPictureThrough<Shown extends Pick<Picture, 'key' | 'alt'> | null>(
  id: string,
  picture: Shown,
  begin: Begin,
): Shown {
  return pictureThrough(picture, begin(productSubject(id), 'product', ''), PRODUCT_LIMITS.alt)
}

/** A color; each is translated once, whatever has it. */
export function colorThrough(color: string, begin: Begin): string {
  return begin('colors', 'colors', 'Colours')(color, color, color, 100)
}

/** The name of a measurement; each is translated once, whatever chart has it. */
export function measurementThrough(measurement: string, begin: Begin): string {
  return begin('size-charts', 'size-charts', 'Size charts')(measurement, measurement, measurement, 40)
}

function linksThrough(links: readonly MenuLink[], where: string, label: string, say: Say): MenuLink[] {
  return links.map((link, at) => ({ ...link, label: say(`${where}/${at}`, label, link.label, 40) }))
}

function blockThrough(block: PageBlock, at: number, say: Say): PageBlock {
  const { text, item, label } = BLOCKS[block.kind]
  const part = `${at + 1}. ${label}`
  return {
    ...block,
    heading: say(`blocks/${at}/heading`, `${part}: heading`, block.heading, PAGE_LIMITS.heading),
    text: say(
      `blocks/${at}/text`,
      `${part}: ${(text ?? 'Text').toLowerCase()}`,
      block.text,
      PAGE_LIMITS.text,
      'long',
    ),
    picture: pictureThrough(block.picture, say, PAGE_LIMITS.alt),
    items: block.items.map((one, place) => {
      const what = `${part}: ${(item?.one ?? 'Part').toLowerCase()} ${place + 1}`
      const where = `blocks/${at}/items/${place}`
      return {
        ...one,
        name: say(`${where}/name`, what, one.name, PAGE_LIMITS.itemName),
        text: say(`${where}/text`, `${what}, text`, one.text, PAGE_LIMITS.itemText, 'long'),
        picture: pictureThrough(one.picture, say, PAGE_LIMITS.alt),
      }
    }),
  }
}

function sectionThrough(section: HomeSection, at: number, say: Say): HomeSection {
  switch (section.kind) {
    case 'products': {
      const isFirst = HOME_PAGE.fallback.sections.some(
        (one) => one.kind === 'products' && one.heading === section.heading,
      )
      const label = `${at + 1}. ${HOME_SECTIONS.products}: heading`
      return isFirst
        ? section
        : { ...section, heading: say(`blocks/${at}/heading`, label, section.heading, 60) }
    }
    case 'film': {
      const part = `${at + 1}. ${HOME_SECTIONS.film}`
      return {
        ...section,
        heading: say(`blocks/${at}/heading`, `${part}: heading`, section.heading, PAGE_LIMITS.heading),
        text: say(`blocks/${at}/text`, `${part}: text`, section.text, PAGE_LIMITS.text, 'long'),
        picture: pictureThrough(section.picture, say, PAGE_LIMITS.alt),
      }
    }
    case 'text':
    case 'line':
    case 'picture':
    case 'beside':
      return { ...section, ...blockThrough(section, at, say), kind: section.kind }
    default:
      return section
  }
}

function pageThrough(page: ShopPage, begin: Begin): ShopPage {
  // The first story is in the language of the page.
  if (PAGES.fallback.pages.some((first) => isSameData(first, page))) return page
  const say = begin(`page:${page.id}`, 'page', page.name)
  return {
    ...page,
    name: say('name', 'Name', page.name, PAGE_LIMITS.name),
    heading: say('heading', 'Heading', page.heading, PAGE_LIMITS.heading),
    blocks: page.blocks.map((block, at) => blockThrough(block, at, say)),
    searchTitle: say('searchTitle', 'Title in search results', page.searchTitle, PAGE_LIMITS.searchTitle),
    description: say('description', 'Text in search results', page.description, PAGE_LIMITS.description),
  }
}

function collectionThrough(one: Collection, begin: Begin): Collection {
  const say = begin(`collection:${one.id}`, 'collection', one.name)
  return {
    ...one,
    name: say('name', 'Name', one.name, COLLECTION_LIMITS.name),
    words: say('words', 'Words', one.words, COLLECTION_LIMITS.words, 'long'),
    picture: pictureThrough(one.picture, say, COLLECTION_LIMITS.alt),
    searchTitle: say(
      'searchTitle',
      'Title in search results',
      one.searchTitle,
      COLLECTION_LIMITS.searchTitle,
    ),
    description: say('description', 'Text in search results', one.description, COLLECTION_LIMITS.description),
  }
}

/** Every setting with texts that owners write for shoppers, in the order in which staff see them. */
const SETTINGS_WITH_TEXTS: readonly SettingWithTexts[] = [
  withTexts(CATEGORIES_SETTING, ({ categories }, begin) => ({
    categories: categories.map((one) => ({
      ...one,
      label: begin(`category:${one.value}`, 'category', one.label)('label', 'Name', one.label, 40),
    })),
  })),
  withTexts(COLLECTIONS, ({ collections }, begin) => ({
    collections: collections.map((one) => collectionThrough(one, begin)),
  })),
  withTexts(PAGES, ({ pages }, begin) => ({ pages: pages.map((page) => pageThrough(page, begin)) })),
  withTexts(DROPS, ({ drops }, begin) => ({
    drops: drops.map((drop) => {
      const say = begin(`drop:${drop.id}`, 'drop', drop.name)
      return {
        ...drop,
        name: say('name', 'Name', drop.name, DROP_LIMITS.name),
        words: say('words', 'Words', drop.words, DROP_LIMITS.words, 'long'),
        picture: pictureThrough(drop.picture, say, DROP_LIMITS.alt),
      }
    }),
  })),
  withTexts(PROMOTIONS, ({ promotions }, begin) => ({
    promotions: promotions.map((one) => ({
      ...one,
      name: begin(`promotion:${one.id}`, 'promotion', one.name)('name', 'Name', one.name, 60),
    })),
  })),
  withTexts(HOME_PAGE, (home, begin) => {
    const say = begin('home-page', 'home-page', 'Home page')
    const labels = labelsOf(HOME_PAGE)
    const { fallback } = HOME_PAGE
    const own = (field: 'tagline' | 'button', most: number) =>
      home[field] === fallback[field] ? home[field] : say(field, labels[field], home[field], most)
    return {
      ...home,
      tagline: own('tagline', 80),
      button: own('button', 30),
      alt: say('alt', labels.alt, home.alt, 300),
      sections: home.sections.map((section, at) => sectionThrough(section, at, say)),
    }
  }),
  withTexts(MENUS, (menus, begin) => {
    const say = begin('menus', 'menus', 'Menus')
    const own = (which: 'header' | 'footer', label: string) =>
      isSameData(menus[which], MENUS.fallback[which])
        ? menus[which]
        : linksThrough(menus[which], which, label, say)
    return { header: own('header', 'Link of the bar'), footer: own('footer', 'Link of the footer') }
  }),
  withTexts(ANNOUNCEMENT, (bar, begin) => ({
    ...bar,
    text: begin('announcement', 'announcement', ANNOUNCEMENT.label)('text', 'Text', bar.text, 160),
  })),
  withTexts(POLICIES, (policies, begin) => {
    const say = begin('policies', 'policies', POLICIES.label)
    const labels = labelsOf(POLICIES)
    const own = (which: 'privacy' | 'delivery') =>
      policies[which] === POLICIES.fallback[which]
        ? policies[which]
        : say(which, labels[which], policies[which], 20_000, 'long')
    return { privacy: own('privacy'), delivery: own('delivery') }
  }),
  withTexts(SHIPPING, (tariff, begin) => {
    const say = begin('shipping', 'shipping', SHIPPING.label)
    return {
      ...tariff,
      zones: tariff.zones.map((zone) => ({
        ...zone,
        methods: zone.methods.map((method) => ({
          ...method,
          name:
            method.name === UNNAMED_METHOD
              ? method.name
              : say(`method/${method.id}`, `${zone.name}: method`, method.name, 60),
        })),
      })),
      pickupPlace: say('pickupPlace', 'Place of pickup', tariff.pickupPlace, 500, 'long'),
    }
  }),
  withTexts(RETURNS, (returns, begin) => ({
    ...returns,
    instructions: begin('returns', 'returns', RETURNS.label)(
      'instructions',
      labelsOf(RETURNS).instructions,
      returns.instructions,
      2_000,
      'long',
    ),
  })),
  withTexts(MAIL_IDENTITY, (mails, begin) => {
    if (mails.footer === MAIL_IDENTITY.fallback.footer) return mails
    const say = begin('mails', 'mails', MAIL_IDENTITY.label)
    return { ...mails, footer: say('footer', labelsOf(MAIL_IDENTITY).footer, mails.footer, 600, 'long') }
  }),
  withTexts(CONTACT_DETAILS, (contact, begin) => ({
    ...contact,
    networks: linksThrough(
      contact.networks,
      'networks',
      labelsOf(CONTACT_DETAILS).networks,
      begin('contact', 'contact', CONTACT_DETAILS.label),
    ),
  })),
]

const THROUGH = new Map(SETTINGS_WITH_TEXTS.map(({ setting, through }) => [setting.name, through]))

/** The settings with texts that owners write. */
export const TRANSLATED_SETTINGS: readonly Setting<object>[] = SETTINGS_WITH_TEXTS.map(
  ({ setting }) => setting as unknown as Setting<object>,
)

/** A value of a setting with its texts put through `begin`; the same one where it has none. */
export function settingThrough<Value extends object>(
  { name: setting }: Pick<Setting<Value>, 'name'>,
  value: Value,
  begin: Begin,
): Value {
  const through = THROUGH.get(setting) as Through<Value> | undefined
  return through ? through(value, begin) : value
}

/** The texts that are put through, by their subjects, without empty ones. */
export function subjectsOf(through: (begin: Begin) => void): TextSubject[] {
  const subjects = new Map<string, TextSubject & { texts: OwnText[] }>()
  through((subject, kind, called) => {
    return (field, label, text, most, long) => {
      if (text.trim() === '') return text
      const known = subjects.get(subject) ?? { subject, kind, name: called, texts: [] }
      subjects.set(subject, known)
      if (!known.texts.some((one) => one.field === field))
        known.texts.push({ field, label, text, most, isLong: long === 'long' })
      return text
    }
  })
  return [...subjects.values()]
}

/** The texts of a value of a setting, by their subjects. */
export function settingSubjects<Value extends object>(setting: Setting<Value>, value: Value): TextSubject[] {
  return subjectsOf((begin) => settingThrough(setting, value, begin))
}

/** What is put through, in the language of the translations; what has none stays as it is. By subject. */
export function inTranslation<Value>(
  through: (begin: Begin) => Value,
  stored: ReadonlyMap<string, readonly Translation[]>,
): Value {
  const found = new Map<string, string>()
  for (const { subject, texts } of subjectsOf(through)) {
    for (const { field, translation } of translatedTexts(texts, stored.get(subject) ?? []))
      if (translation !== '') found.set(`${subject} ${field}`, translation)
  }
  return through((subject) => (field, _label, text) => found.get(`${subject} ${field}`) ?? text)
}
