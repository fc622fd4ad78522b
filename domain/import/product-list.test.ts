import { expect, test } from 'vitest'
import { findImportTable, hasPrices, unusedHeadings } from './import-table.ts'

const formatOf = (headings: string) => findImportTable(headings.split(','))?.format ?? null

test('a list of counts or prices is told from a list of products and from tables of other things', () => {
  const options = 'Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value'
  expect(formatOf(`Handle,Title,${options},SKU,HS Code,COO,Location,Available,On hand`)).toBe('product-list')
  expect(formatOf(`Handle,Title,${options},SKU,HS Code,COO,Location,Bin name,Available (not editable)`)).toBe(
    'product-list',
  )
  expect(formatOf(`Handle,Title,${options},SKU,HS Code,COO,Toronto,Delivery`)).toBe('product-list')
  expect(formatOf('Artikelnummer,Bestand')).toBe('product-list')
  expect(formatOf('EAN,Preis')).toBe('product-list')
  expect(formatOf('Handle,Compare-at price')).toBe('product-list')
  expect(formatOf('Handle,Title,Variant Price,Variant Inventory Qty')).toBe('shopify')
  expect(formatOf('Type,SKU,Name,Stock,Regular price')).toBe('woocommerce')
  expect(formatOf('SKU,Colour')).toBe(null)
  expect(formatOf('Time,Product,Size,Change,Left,Reason')).toBe(null)
  expect(formatOf('Delivery,Supplier,Product ID,Size,Units')).toBe(null)
  expect(hasPrices(['SKU', 'Stock'])).toBe(false)
  expect(hasPrices(['SKU', 'Compare-at price'])).toBe(true)
  expect(hasPrices(['Email'])).toBe(false)
  expect(hasPrices(['Handle', 'Title', 'Variant Price'])).toBe(true)
  expect(unusedHeadings(['SKU', 'Stock', 'Shelf', ''])).toEqual(['Shelf'])
})
