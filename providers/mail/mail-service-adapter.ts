import type { Connected, ConnectionReport } from '#providers/connection.ts'
import type { PaceOf } from '#providers/request-pace.ts'
import type { ChosenSupplier, SupplierAdapter } from '#providers/supplier-adapter.ts'
import type { MailSender } from './compose-mail.ts'
import type { Mailer } from './mailer.ts'

/** What a mail service needs from the shop. */
export interface MailServiceParts extends MailSender {
  report: ConnectionReport
  paceOf: PaceOf
}

/** A mail service that the settings have chosen. */
export interface ChosenMailService extends ChosenSupplier {
  label: string
  open(parts: MailServiceParts): Mailer & Required<Connected>
}

/** How a mail service is chosen by settings. Each has a folder beside this file, and an entry in mail-services.ts. */
export type MailServiceAdapter = SupplierAdapter<ChosenMailService>
