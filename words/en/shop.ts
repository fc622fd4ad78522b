import { plural } from './language.ts'

/** The shop page: heading, filters, pages and search results. */

export const description = 'The whole Redemption collection: tees, hoodies, pants and accessories.'
export const shopAll = 'Shop All'
export const searchTitle = (query: string) => `Search results for "${query}"`
export const titleOfPage = (title: string, page: number) => `${title}, page ${page}`

export const heading = 'SHOP ALL'
export const searchHeading = (query: string) => `SEARCH RESULTS FOR "${query}"`
export const everything = 'Everything'
export const inSize = (what: string, size: string) => `${what} in size ${size}`
export const items = (count: number) => plural(count, { one: '1 item', other: `${count} items` })
export const clearSearch = 'Clear Search'
export const instead = (query: string, instead: string) =>
  query.trim().toLowerCase() === instead
    ? `No exact match for "${query}". Showing what comes closest.`
    : `No results for "${query}". Showing results for "${instead}".`
export const loadFailed = 'Failed to load products. Please try again later.'

export const nothingFound = (query: string) => `No products found for "${query}"`
export const tryAgain = 'Try adjusting your search terms or browse all products.'
export const browseAll = 'Browse All Products'
export const pastTheEnd = 'There are no products on this page.'
export const emptyShop = "There's nothing in the shop yet. Check back soon."
export const emptyCollection = 'Nothing is in this collection right now.'
export const staffPreview = 'Preview for staff: how this collection looks, as it is saved.'
export const noMatch = 'Nothing matches these filters right now.'

export const filterAndSort = 'Filter and sort'
export const category = 'Category'
export const allCategories = 'All'
export const size = 'Size'
export const anySize = 'Any'
export const sort = 'Sort'
export const show = (count: number) => `Show ${items(count)}`
export const chosenFilters = 'Applied filters'
export const chosenSize = (size: string) => `Size ${size}`
export const remove = 'Remove'
export const clearFilters = 'Clear filters'

export const pages = 'Pages'
export const previous = 'Previous'
export const next = 'Next'
export const pageOf = (page: number, pages: number) => `Page ${page} of ${pages}`
export const loadingProducts = 'Loading products'
