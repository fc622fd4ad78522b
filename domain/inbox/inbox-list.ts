/** How staff narrow the list of messages, with the words for it. */
export const MESSAGE_FILTERS = { unanswered: 'Not answered', answered: 'Answered' } as const

/** One of them. */
export type MessageFilter = keyof typeof MESSAGE_FILTERS

/** How many messages or subscribers a page of a staff list holds. */
export const INBOX_PAGE_SIZE = 25
