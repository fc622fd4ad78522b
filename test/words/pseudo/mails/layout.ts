import * as english from '#english/mails/layout.ts'
import { pseudo } from '#test/words/pseudo/pseudo.ts'

export const { logo, sender, shop, labelled } = pseudo(english)
