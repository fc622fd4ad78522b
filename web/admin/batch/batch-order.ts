/** An order of the batch. */
export interface BatchOrderView {
  number: string
  name: string
  destination: string
  isPickup: boolean
  items: string[]
}
