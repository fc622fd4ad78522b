/** In how many business days orders arrive, or are ready where they are only collected. */
export interface DeliveryDays {
  least: number
  most: number
  isPickup?: boolean
}

/** The days of a method as shoppers read them. */
export function methodDays({
  leastDays: least,
  mostDays: most,
  kind,
}: {
  leastDays: number
  mostDays: number
  kind?: string
}): DeliveryDays {
  return { least, most, ...(kind === 'pickup' && { isPickup: true }) }
}
