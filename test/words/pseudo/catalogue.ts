import * as english from '#english/catalogue.ts'
import { pseudo } from './pseudo.ts'

export const { shirts, hoodies, accessories, pants, newest, priceUp, priceDown, name } = pseudo(english)
