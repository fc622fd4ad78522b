import * as english from '#english/mails/payment-links.ts'
import { pseudo } from '#test/words/pseudo/pseudo.ts'

export const { change, request, received, closed, returned } = pseudo(english)
