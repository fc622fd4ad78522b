import type { Connected } from '#providers/connection.ts'
import type { Mailer } from './mailer.ts'

/** A mail service whose `forget` also deletes the mails that were written as files before it was chosen. */
export function withFiles(
  service: Mailer & Required<Connected>,
  files: Pick<Mailer, 'forget'>,
): Mailer & Required<Connected> {
  return {
    connection: service.connection,
    ...(service.atOnce !== undefined && { atOnce: service.atOnce }),
    send: (mail) => service.send(mail),
    async forget(ids) {
      await files.forget(ids)
      await service.forget(ids)
    },
    close: () => service.close(),
  }
}
