/** The names of categories and sort orders, which the shop and the staff area share. */

export const shirts = 'Shirts'
export const hoodies = 'Hoodies'
export const accessories = 'Accessories'
export const pants = 'Pants'

export const newest = 'Newest'
export const priceUp = 'Price, low to high'
export const priceDown = 'Price, high to low'
export const name = 'Name'
