import * as english from '#english/shipping.ts'
import { pseudo } from './pseudo.ts'

export const { days } = pseudo(english)
