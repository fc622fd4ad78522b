import * as english from '#english/mails/lost-payments.ts'
import { pseudo } from '#test/words/pseudo/pseudo.ts'

export const { order, notice, alert } = pseudo(english)
