/** The emails to owners about backups. `failed` is sent once, and `works-again` when the fault is over. */

export const backup = {
  failed: {
    subject: 'The backup failed',
    means:
      "The shop is selling as usual, but if its disk failed, anything sold since the last backup would be lost. The shop tries again every hour, and you'll get another email when it works.",
  },
  'works-again': {
    subject: 'Backups are working again',
    means: 'There is a new backup, and every file in it was checked.',
  },
}

export const rehearsal = {
  failed: {
    subject: 'A backup could not be restored',
    means:
      "Every week the shop restores its newest backup into a temporary place and checks the books. This time that failed, so don't count on the backup. The shop tries again every day, and you'll get another email when it works.",
  },
  'works-again': {
    subject: 'Backups can be restored again',
    means: 'The newest backup was restored into a temporary place, and its books balance.',
  },
}

export const continuous = {
  failed: {
    subject: 'The continuous backup is behind',
    means:
      "The shop is selling as usual, but if its disk failed, anything sold since the last nightly backup could be lost. The shop keeps trying, and you'll get another email when it works.",
  },
  'works-again': {
    subject: 'The continuous backup is working again',
    means: 'Every sale is copied within seconds again.',
  },
}

export const reason = 'Reason'
export const result = 'Result'
export const copyRehearsal = {
  failed: {
    subject: 'The continuous backup could not be restored',
    means:
      "Every week the shop restores its continuous copy into a temporary place and checks the books. This time that failed, so don't count on the copy: the nightly backups are still there. The shop tries again every day, and you'll get another email when it works.",
  },
  'works-again': {
    subject: 'The continuous backup can be restored again',
    means:
      'The continuous copy was restored into a temporary place, no order was missing, and its books balance.',
  },
}

export const seeBackups = 'Open Backups'
