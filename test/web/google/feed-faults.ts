import specification from './product-attributes.json' with { type: 'json' }

type Types = Record<string, string>
const ENUMS: Record<string, readonly string[]> = specification.enums
const ATTRIBUTES: Types = specification.attributes

/** In a feed a repeated attribute is one tag in the singular for each value, and a few have a special name. */
const NAMED: Types = {
  id: 'offer_id',
  additional_image_link: 'additional_image_links',
  gtin: 'gtins',
  product_type: 'product_types',
}

/** What Google asks of every item. */
const REQUIRED = ['id', 'title', 'description', 'link', 'image_link', 'price', 'availability'] as const

const FORMS: Record<string, RegExp> = {
  string: /\S/,
  Price: /^\d+\.\d{2} [A-Z]{3}$/,
  bool: /^(yes|no)$/,
  ShippingWeight: /^\d+(\.\d+)? (g|kg|lb|oz)$/,
}

/** The faults of an item of the feed, by the attributes of Google's product data. */
export function feedFaults(item: Record<string, unknown>): string[] {
  const tags = Object.entries(item).filter(([tag]) => tag.startsWith('g:'))
  const missing = REQUIRED.filter((name) => item[`g:${name}`] === undefined)
  return [
    ...missing.map((name) => `g:${name} is missing`),
    ...tags.flatMap(([tag, value]) => tagFaults(tag.slice(2), value)),
  ]
}

function tagFaults(name: string, value: unknown): string[] {
  const attribute = NAMED[name] ?? name
  const type = attribute === 'offer_id' ? 'string' : ATTRIBUTES[attribute]
  if (type === undefined) return [`g:${name} is no attribute`]
  const isRepeated = type.startsWith('repeated ')
  if (Array.isArray(value) && !isRepeated) return [`g:${name} stands ${value.length} times`]
  const single = type.replace('repeated ', '')
  const values: unknown[] = Array.isArray(value) ? value : [value]
  return values.flatMap((one) =>
    single === 'Shipping' ? shippingFaults(one) : valueFaults(name, single, one),
  )
}

function shippingFaults(value: unknown): string[] {
  return Object.entries(value as Types).flatMap(([tag, text]) => {
    const type = (specification.shipping as Types)[tag.slice(2)]
    return type === undefined ? [`${tag} is no part of shipping`] : valueFaults(tag.slice(2), type, text)
  })
}

function valueFaults(name: string, type: string, value: unknown): string[] {
  const text = String(value)
  const isGood = ENUMS[type] ? ENUMS[type].includes(text.toUpperCase()) : FORMS[type]?.test(text)
  return isGood === true ? [] : [`g:${name} is "${text}", not ${type}`]
}
