import * as english from '#english/mails/operations.ts'
import { pseudo } from '#test/words/pseudo/pseudo.ts'

export const { contactMessage, contactFacts, givenUp, afterABounce, connection, test } = pseudo(english)
