import type {
  IssueBlock,
  IssueDraft,
  IssueState,
  RecipientCounts,
  Segment,
} from '#domain/newsletter/issue.ts'
import { clockTime, epochFromClock } from '#domain/shop-time.ts'
import { call, type AnsweredValue, type SentBody } from '#web/admin/call-staff-api.ts'
import type { DocumentKind } from '#web/admin/document/use-document.ts'

/** A newsletter as its screen gets it. */
export interface ShownNewsletter extends IssueDraft {
  id: string
  version: number
}

/** A newsletter as it is typed: the day since which something was bought as its input has it. */
export interface NewsletterDraft extends Omit<IssueDraft, 'segment'> {
  segment: Omit<Segment, 'since'> & { since: string }
}

/** The parts of a newsletter as a conflict names them. */
export const NEWSLETTER_FIELDS = {
  subject: 'Subject',
  preview: 'Preview line',
  language: 'Language',
  blocks: 'Content',
  segment: 'Who gets it',
} as const

const DAY_LENGTH = '2026-11-28'.length

export function draftOf(
  { subject, preview, language, blocks, segment }: IssueDraft,
  timeZone: string,
): NewsletterDraft {
  const since = segment.since === null ? '' : clockTime(segment.since, timeZone).slice(0, DAY_LENGTH)
  return { subject, preview, language, blocks, segment: { ...segment, since } }
}

/** A segment as it is sent. A day that cannot be read becomes -1, which the server refuses at its field. */
export function segmentOf({ since, ...same }: NewsletterDraft['segment'], timeZone: string): Segment {
  return { ...same, since: since === '' ? null : (epochFromClock(`${since}T00:00`, timeZone) ?? -1) }
}

export const draftToSend = ({ segment, ...same }: NewsletterDraft, timeZone: string): IssueDraft => ({
  ...same,
  segment: segmentOf(segment, timeZone),
})

/** A newsletter as it is read, part by part. */
export function newsletterWords({ subject, preview, language, blocks, segment }: IssueDraft) {
  return {
    subject,
    preview,
    language,
    blocks: blocks.map(blockWords).join(' · '),
    segment: JSON.stringify(segment),
  }
}

/** What a part says, in short. */
export function blockWords(block: IssueBlock): string {
  if (block.kind === 'products') return block.heading || `${block.products.length} chosen`
  return block.heading || block.text
}

/** How the screen edits a newsletter. */
export function newsletterKind(
  id: string,
  timeZone: string,
): DocumentKind<ShownNewsletter, NewsletterDraft, IssueDraft> {
  return {
    draftOf: (version) => draftOf(version, timeZone),
    sentOf: (draft) => draftToSend(draft, timeZone),
    async save(sent, version) {
      const value = sent as unknown as SentBody<'PUT /api/staff/newsletters/:id'>['value']
      const answer = await call('PUT /api/staff/newsletters/:id', {
        params: { id },
        body: { version, value },
      })
      return answer as unknown as Awaited<
        ReturnType<DocumentKind<ShownNewsletter, NewsletterDraft, IssueDraft>['save']>
      >
    },
    messages: {
      saved: 'Newsletter saved',
      changed: 'Someone else changed this newsletter. Reload the page.',
      failed: 'The shop did not respond. Try again: nothing you typed is lost.',
    },
  }
}

/** What became of the recipients, in words. */
export function countWords(
  { waiting, queued, sent, failed, left }: RecipientCounts,
  state: IssueState,
): string {
  const parts = [
    `${sent.toLocaleString('en-CA')} sent`,
    failed > 0 && `${failed.toLocaleString('en-CA')} failed`,
    left > 0 && `${left.toLocaleString('en-CA')} left out`,
    waiting + queued > 0 &&
      `${(waiting + queued).toLocaleString('en-CA')} ${state === 'sent' ? 'not sent' : 'to go'}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** `1 subscriber`, `1,200 subscribers`. */
export function subscriberWords(count: number): string {
  return count === 1 ? '1 subscriber' : `${count.toLocaleString('en-CA')} subscribers`
}

export type NewsletterAnswer = AnsweredValue<'GET /api/staff/newsletters/:id'>
