import type { Connected } from '#providers/connection.ts'
import type { Mailer } from './mailer.ts'

/** A mail service whose `deleteCopies` also deletes the mails that were written as files before it was chosen. */
export function withFiles(
  service: Mailer & Required<Connected>,
  files: Pick<Mailer, 'deleteCopies'>,
): Mailer & Required<Connected> {
  return {
    connection: service.connection,
    ...(service.maxConcurrent !== undefined && { maxConcurrent: service.maxConcurrent }),
    ...(service.dropsHeaders && { dropsHeaders: true }),
    send: (mail) => service.send(mail),
    async deleteCopies(ids) {
      await files.deleteCopies(ids)
      await service.deleteCopies(ids)
    },
    close: () => service.close(),
  }
}
