import * as english from '#english/mails/tasks.ts'
import { pseudo } from '#test/words/pseudo/pseudo.ts'

export const { taskNames, readyForPickup } = pseudo(english)
