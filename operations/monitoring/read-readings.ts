import { statfs } from 'node:fs/promises'
import { readSettlementState } from '#db/books/payouts.ts'
import { listStoredBackups } from '#db/backups/stored-backups.ts'
import { readWaitingTasks } from '#db/outbox/waiting-tasks.ts'
import { readUnconfirmedRefunds } from '#db/refunds/unconfirmed-refunds.ts'
import type { Readings } from '#domain/monitoring/problems.ts'
import type { Shop } from '#operations/shop.ts'

/** Reads the present state of the shop, except the certificate, which takes a connection like a visitor's. */
export async function readReadings(shop: Shop): Promise<Omit<Readings, 'certificateEndsAt'>> {
  const { database, backups, settings, gateway } = shop
  const [disk, outbox, unconfirmedRefunds, settled, newestAt] = await Promise.all([
    readDisk(settings.dataDir),
    readWaitingTasks(database),
    readUnconfirmedRefunds(database),
    readSettlementState(database.db, gateway.name),
    backups === null ? null : newestBackup(shop, backups.place),
  ])
  const failingSince = settled?.failingSince ?? null
  return {
    disk,
    outbox,
    unconfirmedRefunds,
    settlements: failingSince === null ? null : { failingSince, error: settled?.failure ?? '' },
    backup: backups === null ? null : { newestAt },
  }
}

/** The disk of the data folder, in bytes. `free`: what this account may use. */
async function readDisk(folder: string): Promise<Readings['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { free: bavail * bsize, all: blocks * bsize }
}

async function newestBackup({ database }: Shop, place: string): Promise<number | null> {
  const taken = (await listStoredBackups(database))
    .filter((backup) => backup.place === place)
    .map(({ takenAt }) => takenAt)
  return taken.length === 0 ? null : Math.max(...taken)
}
