import type { Generated } from 'kysely'
import type {
  AnswerId,
  BounceId,
  IssueId,
  MessageId,
  OrderId,
  SubscriberId,
  ReminderId,
} from '#domain/ids.ts'
import type { MessageSubject } from '#domain/inbox/contact-form.ts'
import type { IssueState, RecipientState } from '#domain/newsletter/issue.ts'
import type { SubscriberState } from '#domain/newsletter/newsletter.ts'
import type { PersonalText } from './personal-text.ts'

export interface MailTables {
  outbox: OutboxTable
  contact_messages: ContactMessagesTable
  message_answers: MessageAnswersTable
  newsletter_subscribers: NewsletterSubscribersTable
  newsletter_issues: NewsletterIssuesTable
  newsletter_recipients: NewsletterRecipientsTable
  newsletter_pictures: NewsletterPicturesTable
  reminders: RemindersTable
  mail_outage: MailOutageTable
  bounced_addresses: BouncedAddressesTable
  erased_addresses: ErasedAddressesTable
}

interface OutboxTable {
  id: Generated<number>
  kind: string
  payload: string
  dedupe_key: string
  attempts: Generated<number>
  run_after: number
  leased_until: Generated<number>
  /** The number of the process that works on it (open-database.ts). */
  leased_by: number | null
  /** When the current attempt began. Left over from a process that died: the task may have crashed it. */
  begun_at: number | null
  done_at: number | null
  gave_up_at: number | null
  /** The alert mail, a task of this table, that reports to the owner that this task was given up. */
  told_by: number | null
  last_error: PersonalText | null
  created_at: number
  /** The order of the task, if it has one. */
  order_id: OrderId | null
}

/** What staff answered to messages. They are deleted with their message. */
interface MessageAnswersTable {
  id: AnswerId
  message_id: MessageId
  text: string
  /** The email address of the staff member. */
  answered_by: string
  answered_at: number
}

/**
 * Messages from the contact form, and withdrawals from contracts. The text never changes; staff mark who answered it,
 * and when.
 */
interface ContactMessagesTable {
  id: MessageId
  name: string
  email: string
  subject: MessageSubject
  message: string
  /** What identifies the contract, as its customer typed it; null: the message is no withdrawal. */
  contract: string | null
  created_at: number
  /** Name, email address and message, normalized for the search: domain/catalog/search/search.ts, normalizeSearch. */
  search_text: string
  version: Generated<number>
  answered_at: number | null
  /** The email address of the staff member. */
  answered_by: string | null
}

interface NewsletterSubscribersTable {
  id: SubscriberId
  /** In lower case. */
  email: string
  /** `pending`, `confirmed` or `unsubscribed`: domain/newsletter/newsletter.ts. */
  state: SubscriberState
  created_at: number
  /** When the address was last submitted to the newsletter form. */
  asked_at: number
  /** When the last confirmation mail was enqueued. Its link contains this time. */
  mailed_at: number
  /** When the last few were enqueued, newest first: a JSON list. */
  mail_times: Generated<string>
  confirmed_at: number | null
  /** Links mailed before this time are void. */
  unsubscribed_at: number | null
  /** Where and when an imported address agreed, as the import says; null: here, by the link in its email. */
  consent_source: Generated<string | null>
  consent_at: Generated<number | null>
}

/** Newsletters that are written and sent (domain/newsletter/issue.ts). `blocks` and `segment` are JSON. */
interface NewsletterIssuesTable {
  id: IssueId
  version: number
  state: IssueState
  subject: string
  preview: string
  language: string
  blocks: string
  segment: string
  send_at: number | null
  began_at: number | null
  ended_at: number | null
  created_at: number
  updated_at: number
  /** The email address of the staff member. */
  made_by: string
  /** JSON: how many recipients it had in each state, once they are counted for good; null: count the rows. */
  counts: string | null
}

/** Who a newsletter goes to, from the moment that its sending begins. Deleted with the subscriber. */
interface NewsletterRecipientsTable {
  issue_id: IssueId
  subscriber_id: SubscriberId
  state: RecipientState
}

/** The stored pictures of newsletters. */
interface NewsletterPicturesTable {
  issue_id: IssueId
  key: string
}

/** Who asked to be told when a drop begins: db/reminders/reminders.ts. */
interface RemindersTable {
  id: ReminderId
  /** What of: domain/reminders/reminder.ts, topicText. */
  topic: string
  /** In lower case. */
  email: string
  /** How many emails with a link to confirm were enqueued, and when the last one. */
  mails: number
  mailed_at: number
  confirmed_at: number | null
  /** When the email about it was enqueued. */
  told_at: number | null
  /** The checkout that holds, or held, the unit of that email: one only. */
  held_checkout: Generated<string | null>
  /** Of the page where it was asked for last. */
  language: Generated<string>
}

/** One row while the mail service fails: mail-outage.ts. */
interface MailOutageTable {
  id: number
  failing_since: number
  /** In a row. */
  failures: number
  /** No mail is sent before this time. */
  paused_until: number
  failure: string
}

/** Keyed digests of addresses whose data was deleted: no import brings them back. */
interface ErasedAddressesTable {
  key: string
  at: number
}

/** Addresses that bounced. The shop sends no mails to them. */
interface BouncedAddressesTable {
  id: BounceId
  /** In lower case. */
  address: string
  bounced_at: number
  words: string
}
