import * as english from '#english/totals.ts'
import { pseudo } from './pseudo.ts'

export const { subtotal, tax, shipping, total, method, labels, included, estimatedFor, withRate } =
  pseudo(english)
