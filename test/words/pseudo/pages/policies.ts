import * as english from '#english/pages/policies.ts'
import { pseudo } from '#test/words/pseudo/pseudo.ts'

export const { place, privacy, delivery, salesAreFinal } = pseudo(english)
