import { createContext } from 'react'

/** The time zone of the shop, in which publishing times are typed and shown. */
export const ShopTimeZone = createContext('UTC')
