/** The filters of the message list, with their labels. */
export const MESSAGE_FILTERS = { unanswered: 'Not answered', answered: 'Answered' } as const

/** One filter of the message list. */
export type MessageFilter = keyof typeof MESSAGE_FILTERS

/** Messages or subscribers on one page of a staff list. */
export const INBOX_PAGE_SIZE = 25
