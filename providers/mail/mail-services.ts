import { choiceOf } from '#providers/supplier-adapter.ts'
import { EMAILJS } from './emailjs/emailjs-settings.ts'
import type { MailServiceAdapter } from './mail-service-adapter.ts'
import { SMTP } from './smtp/smtp-settings.ts'

/** The services that settings can choose. Without any of their variables mails are written as files. */
export const MAIL_SERVICES: readonly MailServiceAdapter[] = [SMTP, EMAILJS]

/** The variables of every service, and the service that they choose. */
export const { variables: MAIL_VARIABLES, choose: chooseMailService } = choiceOf(
  MAIL_SERVICES,
  'mail service',
)
