import * as english from '#english/shipping.ts'
import { pseudo } from './pseudo.ts'

export const { days, estimated, method, duty } = pseudo(english)
