import {
  chooseSupplier,
  variablesOf,
  type FilledVariables,
  type SettingsFault,
} from '#providers/supplier-adapter.ts'
import { EMAILJS } from './emailjs/emailjs-settings.ts'
import type { ChosenMailService, MailServiceAdapter } from './mail-service-adapter.ts'
import { SMTP } from './smtp/smtp-settings.ts'

/** The services that settings can choose. Without any of their variables mails are written as files. */
export const MAIL_SERVICES: readonly MailServiceAdapter[] = [SMTP, EMAILJS]

/** The variables of every mail service. */
export const MAIL_VARIABLES = variablesOf(MAIL_SERVICES)

/** The service whose variables are set, or what is wrong with them; null when none is. */
export function chooseMailService(env: FilledVariables): ChosenMailService | SettingsFault | null {
  return chooseSupplier(env, MAIL_SERVICES, 'mail service')
}
