import { describe, expect, test } from 'vitest'
import { CATEGORIES } from '#domain/catalog/category.ts'
import type { TypedRow } from '#domain/csv.ts'
import { findListing, keyOfRow, otherKeyOfRow, readListed } from './listing.ts'
import { AS_GUESSED, type ImportMapping } from './mapping.ts'
import { planProducts } from './plan-products.ts'

/** Plans the products of a table whose rows are written with `|` between the cells. */
function plan(lines: string[], mapping: Partial<ImportMapping> = {}) {
  const [headings = [], ...rows] = lines.map((line) => line.split('|'))
  const columns = findListing(headings)
  if (columns === null) throw new Error('No listing')
  const groups = new Map<string, TypedRow[]>()
  for (const [at, cells] of rows.entries()) {
    const row = { line: at + 2, cells }
    const key = keyOfRow(columns, row)
    const group = groups.get(key) ?? []
    group.push(row)
    groups.set(key, group)
    const other = otherKeyOfRow(columns, row)
    if (other !== null) groups.set(other, group)
  }
  const plans = [...new Set(groups.values())].map((group) =>
    planProducts(readListed(columns, group), columns, {
      mapping: { ...AS_GUESSED, ...mapping },
      categories: CATEGORIES,
      charts: new Set(['relaxed']),
      textOfHtml: (html) => html.replaceAll(/<[^>]+>/g, ''),
    }),
  )
  return {
    products: plans.flatMap(({ products }) => products),
    faults: plans.flatMap(({ faults }) => faults),
    notes: plans.flatMap(({ notes }) => notes),
  }
}

const OLD =
  'Handle|Title|Body (HTML)|Vendor|Type|Tags|Published|Option1 Name|Option1 Value|Option2 Name|Option2 Value|Variant SKU|Variant Grams|Variant Inventory Tracker|Variant Inventory Qty|Variant Inventory Policy|Variant Price|Variant Compare At Price|Variant Taxable|Variant Barcode|Image Src|Image Alt Text|Variant Image'
const NEW =
  'Title|URL handle|Description|Type|Status|SKU|Option1 name|Option1 value|Price|Charge tax|Inventory tracker|Inventory quantity|Weight value (grams)|Product image URL'

describe('Shopify', () => {
  test('a size chart of the shop is taken, and one that it lacks is left out with a note', () => {
    const { products, faults, notes } = plan([
      `${NEW}|Size chart (product.metafields.redemption.sizeChart)`,
      'Box Tee|box-tee|<p>Heavy.</p>|T-Shirts|active|BT-S|Size|S|40|true|||||relaxed',
      'Long Tee|long-tee|<p>Heavy.</p>|T-Shirts|active|LT-S|Size|S|40|true|||||gone',
    ])
    expect(faults).toEqual([])
    const taken = products.map(({ draft, fields }) => [draft.sizeChart, fields.includes('sizeChart')])
    expect(taken).toEqual([
      ['relaxed', true],
      ['', false],
    ])
    expect(notes).toMatchObject([{ line: 3, column: expect.stringContaining('Size chart') }])
    expect(notes[0]?.message).toContain('The size chart gone is not in this shop')
  })

  test('each colour becomes a product of one style, with its sizes and its own pictures', () => {
    const { products, faults } = plan([
      OLD,
      'box-tee|Box Tee|<p>Heavy.</p>|Us|T-Shirts|men, summer|true|Color|Black|Size|Small|BT-B-S|220|shopify|4|deny|40|50|true|111|https://a.example/b.jpg|Front|https://a.example/b.jpg',
      'box-tee||||||||Black||Medium|BT-B-M|220|shopify|0|deny|40|50|true|112|https://a.example/w.jpg|White|https://a.example/b.jpg',
      'box-tee||||||||White||Small|BT-W-S|230|shopify|7|deny|40|50|true|113|https://a.example/both.jpg||https://a.example/w.jpg',
    ])
    expect(faults).toEqual([])
    expect(
      products.map(({ id, draft }) => [id, draft.name, draft.color, draft.styleNumber, draft.gender]),
    ).toEqual([
      ['box-tee-black', 'Box Tee', 'Black', 'box-tee', 'male'],
      ['box-tee-white', 'Box Tee', 'White', 'box-tee', 'male'],
    ])
    expect(
      products.map(({ draft }) => [draft.sizes, draft.stock, draft.weight, draft.price, draft.compareAt]),
    ).toEqual([
      [
        [
          { size: 'S', stock: 4 },
          { size: 'M', stock: 0 },
        ],
        4,
        220,
        4000,
        5000,
      ],
      [[{ size: 'S', stock: 7 }], 7, 230, 4000, 5000],
    ])
    expect(products[0]?.draft.codes).toEqual([
      { size: 'S', sku: 'BT-B-S', barcode: '111' },
      { size: 'M', sku: 'BT-B-M', barcode: '112' },
    ])
    expect(products.map(({ pictures }) => pictures.map(({ address }) => address.slice(18)))).toEqual([
      ['b.jpg', 'both.jpg'],
      ['w.jpg', 'both.jpg'],
    ])
  })

  test('newer headings are understood too, a product without options has one size, and no tracker no count', () => {
    const { products } = plan([
      NEW,
      'Cap|cap|Wool.|Accessories|active||Title|Default Title|25|false||9|80|',
      'Bag|bag|Wool.|Bags|draft||Title|Default Title|25|true|shopify|9|80|',
    ])
    expect(
      products.map(({ id, draft }) => [id, draft.category, draft.sizes, draft.draft, draft.taxFree]),
    ).toEqual([
      ['cap', 'Accessories', [{ size: 'One size', stock: null }], false, true],
      ['bag', 'Bags', [{ size: 'One size', stock: 9 }], true, false],
    ])
  })

  test('a size in words is the short one where the shop has that, and a waist and a length are one size', () => {
    const sizes = (name: string, value: string, other = '', otherValue = '') =>
      plan([OLD, `x|X|||Pants||true|${name}|${value}|${other}|${otherValue}|||||||1||||||`]).products[0]
        ?.draft.sizes[0]?.size
    expect(sizes('Size', 'X-Large')).toBe('XL')
    expect(sizes('Größe', 'medium')).toBe('M')
    expect(sizes('Waist size', '32', 'Inner length', '34')).toBe('32')
    expect(sizes('Style', '42')).toBe('42')
  })

  test('staff say what an option, a category and a price are', () => {
    const { products } = plan(
      [
        OLD,
        'x|Ring|||Jewellery||true|Finish|Gold|Width|4 mm||||||119||||||',
        'x||||||||Silver||4 mm||||||119||||||',
      ],
      {
        options: { finish: 'color', width: 'size' },
        categories: { Jewellery: 'Accessories' },
        taxPercent: 19,
        asDrafts: true,
      },
    )
    expect(
      products.map(({ draft }) => [
        draft.category,
        draft.color,
        draft.sizes[0]?.size,
        draft.price,
        draft.draft,
      ]),
    ).toEqual([
      ['Accessories', 'Gold', '4 mm', 10000, true],
      ['Accessories', 'Silver', '4 mm', 10000, true],
    ])
  })

  test('each fault names its line and its column, and nothing of that product is imported', () => {
    const { products, faults, notes } = plan([
      OLD,
      'a|A|||Pants||true|Size|S||||||||free||||||',
      'b|B|||Pants||true|Size|S|||||shopify|some||1||||||',
      'c|C|||Pants||true|Size|S||||||||1||||||',
      'c||||||||S||||||||1||||||',
      'd|D|||Pants||true|Size|Ninety-one centimetres||||||||1||||||',
      'e||||Pants||true|Size|S||||||||1||||||',
      'f|F|||Pants||true|Size|S|||||shopify|-3|deny|1.299,00||||||',
      'f||||||||M|||||shopify|5|continue|1.199,00||||||',
    ])
    expect(faults).toEqual([
      { line: 2, column: 'Variant Price', message: 'This is not a price.' },
      { line: 3, column: 'Variant Inventory Qty', message: 'This is not a number of units.' },
      { line: 5, column: 'Option1 Value', message: 'The size S is there twice.' },
      { line: 6, column: 'Option1 Value', message: expect.stringContaining('cannot be a size') },
      { line: 7, column: 'Title', message: 'Enter a name of up to 200 characters.' },
    ])
    expect(products.map(({ draft }) => [draft.price, draft.sizes])).toEqual([
      [
        129_900,
        [
          { size: 'S', stock: 0 },
          { size: 'M', stock: null },
        ],
      ],
    ])
    expect(notes.map(({ line, column }) => [line, column])).toEqual([
      [8, 'Variant Price'],
      [8, 'Variant Inventory Qty'],
      [9, 'Variant Inventory Policy'],
    ])
  })

  test('a gift card has the amounts of its variants', () => {
    const { products } = plan([
      `${OLD}|Gift Card`,
      'gift|Gift card|||Gift||true|Amount|$25||||||||25|||||||true',
      'gift||||||||$50||||||||50|||||||',
    ])
    expect(products[0]?.draft).toMatchObject({
      giftAmounts: '25, 50',
      price: 2500,
      sizes: [{ size: '25' }, { size: '50' }],
    })
  })

  test('long names and those of other scripts get an id of their own, the same each time', () => {
    const ids = plan([
      'Handle|Title|Variant Price',
      '商品|商品|1',
      '靴|靴|1',
      `${'long-'.repeat(20)}one|L|1`,
      `${'long-'.repeat(20)}two|L|1`,
    ]).products.map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    expect(ids.every((id) => /^[\w-]{1,64}$/.test(id))).toBe(true)
  })
})

describe('WooCommerce', () => {
  const HEAD =
    'ID|Type|SKU|Name|Published|Description|Stock|Backorders allowed?|Weight (lbs)|Sale price|Regular price|Categories|Images|Parent|Attribute 1 name|Attribute 1 value(s)|Attribute 2 name|Attribute 2 value(s)'

  test('variations find their product by its SKU or its id, wherever they stand', () => {
    const { products } = plan([
      HEAD,
      '7|variable|HD|Hoodie|1|<p>Warm.</p>|||1|||Clothing > Hoodies, Sale|https://a.example/1.jpg, https://a.example/2.jpg||Color|Red, Blue|Size|S, M',
      '8|simple|CAP|Cap|-1|||0||10|20|Accessories|||||',
      '9|variation|HD-R-S||1||3|0|||45|||id:7|Color|Red|Size|S',
      '10|variation|HD-B-M||1||0|1||40|45||https://a.example/3.jpg|HD|Color|Blue|Size|M',
    ])
    expect(
      products.map(({ id, draft }) => [id, draft.category, draft.price, draft.compareAt, draft.draft]),
    ).toEqual([
      ['hoodie-red', 'Hoodies', 4500, null, false],
      ['hoodie-blue', 'Hoodies', 4000, 4500, false],
      ['cap', 'Accessories', 1000, 2000, true],
    ])
    expect(products.map(({ draft }) => [draft.sizes, draft.weight])).toEqual([
      [[{ size: 'S', stock: 3 }], 454],
      [[{ size: 'M', stock: null }], 454],
      [[{ size: 'One size', stock: null }], null],
    ])
    expect(products[1]?.pictures[0]?.address).toBe('https://a.example/3.jpg')
  })

  test('attributes that make thousands of variants are no product', () => {
    const values = Array.from({ length: 60 }, (_, at) => `V${at}`).join(', ')
    const { products, faults } = plan([
      HEAD,
      `|variable|SW|Sweater|1||5|0||16|18|Sweater|||Color|${values}|Size|${values}`,
    ])
    expect([products, faults.map(({ message }) => message)]).toEqual([[], ['This product has no variant.']])
  })

  test('without variations every colour has every size, and units counted for all cannot be sold twice', () => {
    const { products, notes } = plan([
      HEAD,
      '|variable|SW|Sweater|1||5|0||16|18|Sweater|||Color|Green, Beige|Size|Large, Small',
      '|simple|BL|Blouse|1||||||||||||',
    ])
    expect(
      products.map(({ draft }) => [draft.color, draft.sizes.map(({ size }) => size), draft.stock]),
    ).toEqual([
      ['Green', ['L', 'S'], 0],
      ['Beige', ['L', 'S'], 0],
      ['', ['One size'], null],
    ])
    expect(products[2]?.draft).toMatchObject({ price: 0, draft: true })
    expect(notes.map(({ line, column }) => [line, column])).toEqual([
      [2, 'Stock'],
      [3, 'Regular price'],
    ])
  })
})

test('options, sizes and categories may have any name, also one that JavaScript knows', () => {
  const { products, faults } = plan([
    'Title|URL handle|Type|Option1 name|Option1 value|Price',
    'Tee|tee|constructor|constructor|constructor|30',
  ])
  expect(faults).toEqual([])
  expect(products.map(({ draft }) => [draft.category, draft.sizes])).toEqual([
    ['constructor', [expect.objectContaining({ size: 'constructor' })]],
  ])
})

test('a file of something else is no list of products', () => {
  expect(findListing(['Redirect from', 'Redirect to'])).toBe(null)
  expect(findListing(['Title', 'Body'])).toBe(null)
})
